(declare-const a (Int Int))
