(declare-const x Int)
(assert (= (my.double x) (my.twice x x)))
(assert (my.test ((_ my.shift 3) x)))
