(declare-const a (_ BitVec -1))
