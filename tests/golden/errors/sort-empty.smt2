(declare-const x ())
