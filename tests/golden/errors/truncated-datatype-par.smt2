(declare-datatype L (par (X
