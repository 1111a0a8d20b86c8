(declare-const x 3)
