(declare-datatype T ((c (exists Int))))
