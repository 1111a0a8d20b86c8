(declare-const \x Int)
