(declare-const a (Array Int Int Int))
