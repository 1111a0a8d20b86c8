(declare-datatype P (par (X X) ((pair (a X) (b X)))))
