(assert (= (_ bv 3) #b011))
