(assert (= (_ bv0 0) #b0))
