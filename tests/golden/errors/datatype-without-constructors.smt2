(declare-datatype T ())
