(declare-const x :Int)
