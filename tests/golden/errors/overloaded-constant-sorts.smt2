(declare-datatypes ((A 0) (B 0)) (((nil)) ((nil))))
(assert (= (as nil A) (as nil B)))
