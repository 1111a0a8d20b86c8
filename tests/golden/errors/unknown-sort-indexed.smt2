(declare-const x (_ BitVect 8))
