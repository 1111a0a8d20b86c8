; A third of an integer is sometimes an integer, and sometimes not.
(set-logic QF_LIRA)
(declare-const m Int) (declare-const n Int)
(assert (is_int (/ (to_real m) 3.0)))
(assert (not (is_int (/ (to_real n) 3.0))))
(assert (= (- n m) 4))
(set-info :status sat)
(check-sat)
