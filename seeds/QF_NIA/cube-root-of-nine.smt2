; Nine is not a cube of a small number: an n-ary product.
(set-logic QF_NIA)
(declare-const x Int)
(assert (< (- 4) x 4))
(assert (= (* x x x) 9))
(set-info :status unsat)
(check-sat)
