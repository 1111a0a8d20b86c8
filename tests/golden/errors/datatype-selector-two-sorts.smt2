(declare-datatype T ((c (f Int Int))))
