(declare-datatypes ((A 0) (B 0)) (((c (ha Int))) ((c (hb Int)))))
