(declare-const a (_ BitVec 8 8))
