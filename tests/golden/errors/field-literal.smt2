(assert (= #f3 #f3m5))
