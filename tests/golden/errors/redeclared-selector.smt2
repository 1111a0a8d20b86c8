(declare-datatype T ((c (part Int) (part Bool))))
