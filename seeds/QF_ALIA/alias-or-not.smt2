; A write through i changes the cell j exactly when both are the same.
(set-logic QF_ALIA)
(declare-const a (Array Int Int)) (declare-const i Int) (declare-const j Int)
(assert (= (select (store a i (+ 1 (select a j))) j) (+ 1 (select a j))))
(assert (= (+ i j) 14))
(set-info :status sat)
(check-sat)
