(declare-datatypes () ())
