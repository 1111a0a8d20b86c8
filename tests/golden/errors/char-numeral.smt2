(assert (= (_ char 65) "A"))
