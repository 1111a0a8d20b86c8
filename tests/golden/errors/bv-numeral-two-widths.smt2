(assert (= (_ bv3 3 3) #b011))
