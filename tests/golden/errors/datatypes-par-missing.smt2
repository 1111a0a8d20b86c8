(declare-datatypes ((T 1)) (((c (f Int)))))
