(declare-const a (Int))
