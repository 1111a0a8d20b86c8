(declare-datatype T ((c) (c)))
