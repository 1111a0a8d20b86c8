(assert (= (_ bv3) #b011))
