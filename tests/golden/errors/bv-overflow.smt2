(assert (= (_ bv8 3) #b000))
