(assert (= (1 2) 3))
