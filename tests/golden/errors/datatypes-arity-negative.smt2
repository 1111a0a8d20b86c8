(declare-datatypes ((T -1)) (((t))))
