; Nobody says what x is, and no value is found.
(declare-const x Int)
(assert (= (* x x x) 1000000007))
(check-sat)
