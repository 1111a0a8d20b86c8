(declare-const x () Int)
