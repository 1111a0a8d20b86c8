(declare-datatypes ((T 0) (U 0)) (((t))
