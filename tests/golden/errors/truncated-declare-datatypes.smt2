(declare-datatypes ((T 0) (U
