(declare-const x (_ BitVec n))
