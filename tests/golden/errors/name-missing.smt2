(declare-const)
