; A quotient and a remainder by the same unknown divisor.
(set-logic QF_NIA)
(declare-const x Int) (declare-const y Int)
(assert (= (div x y) (- 3))) (assert (= (mod x y) 2)) (assert (< y 0)) (assert (< x 20))
(set-info :status sat)
(check-sat)
