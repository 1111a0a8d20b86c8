(declare-const a (_ BitVec 0))
