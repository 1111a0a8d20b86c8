(declare-datatype T ((c (f (Array Int T)))))
