(declare-datatypes ((A 0) (B 0)) (((nil)) ((nil))))
(declare-const a A)
(assert (= a nil))
