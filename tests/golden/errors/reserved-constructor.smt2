(declare-datatype T ((match)))
