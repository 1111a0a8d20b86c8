(declare-const x (Array Int
