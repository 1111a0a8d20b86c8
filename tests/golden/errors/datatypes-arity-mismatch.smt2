(declare-datatypes ((T 2)) ((par (X) ((c (f X))))))
