(declare-const x "Int")
