(declare-const x (_ Int 3))
