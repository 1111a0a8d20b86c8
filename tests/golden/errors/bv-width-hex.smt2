(declare-const a (_ BitVec #x8))
