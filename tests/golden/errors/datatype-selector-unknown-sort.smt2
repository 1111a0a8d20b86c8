(declare-datatype T ((c (f Sting))))
