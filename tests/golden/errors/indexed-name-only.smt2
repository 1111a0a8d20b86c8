(assert (= (_ extract) 1))
