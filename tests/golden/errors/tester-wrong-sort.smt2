(declare-datatypes ((A 0) (B 0)) (((n) (c (s Bool))) ((n) (d (s Bool)))))
(declare-const x A)
(assert ((_ is (as n B)) x))
