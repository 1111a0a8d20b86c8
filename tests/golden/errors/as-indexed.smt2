(assert (= (as (_ bv1 8) (_ BitVec 8)) #x01))
