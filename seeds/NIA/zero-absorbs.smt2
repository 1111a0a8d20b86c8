; Zero is the number whose products are all itself.
(set-logic NIA)
(declare-const z Int)
(assert (forall ((x Int)) (= (* x z) z)))
(set-info :status sat)
(check-sat)
