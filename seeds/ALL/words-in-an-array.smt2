; A word with two letters appended is longer by more than one, also inside an array.
(set-logic ALL)
(declare-const a (Array Int String)) (declare-const i Int)
(declare-fun pad (Int) String)
(assert (= (pad i) "xy"))
(assert (let ((b (store a i (str.++ (select a i) (pad i)))))
  (<= (str.len (select b i)) (+ 1 (str.len (select a i))))))
(set-info :status unsat)
(check-sat)
