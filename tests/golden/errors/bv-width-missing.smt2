(declare-const a BitVec)
