(declare-datatypes ((T 0)) ((par (X) ((c (f X))))))
