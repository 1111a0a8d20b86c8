; Where everything has a fixed value, --set still says what an open operator is.
(declare-const x Int)
(assert (= (div 1 0) 5))
(assert (= x 0))
(check-sat)
