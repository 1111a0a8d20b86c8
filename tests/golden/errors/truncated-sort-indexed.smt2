(declare-const x (_ BitVec
