(declare-datatype T ((c (f))))
