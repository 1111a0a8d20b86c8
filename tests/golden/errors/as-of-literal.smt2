(assert (= (as 1 Int) 1))
