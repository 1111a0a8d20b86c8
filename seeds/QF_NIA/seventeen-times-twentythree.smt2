; 391 is the product of two primes.
(set-logic QF_NIA)
(declare-const p Int) (declare-const q Int)
(assert (= (* p q) 391))
(assert (< 1 p q))
(set-info :status sat)
(check-sat)
