(declare-const x
