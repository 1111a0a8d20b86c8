; After three consecutive writes the sum of the cells is what was written.
(set-logic QF_ALIA)
(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const n Int)
(assert (= b (store (store (store a n 10) (+ n 1) 20) (- n 1) 30)))
(assert (distinct 60 (+ (select b n) (select b (+ 1 n)) (select b (+ n (- 1))))))
(set-info :status unsat)
(check-sat)
