(declare-const a (_ BitVec 99999999999))
