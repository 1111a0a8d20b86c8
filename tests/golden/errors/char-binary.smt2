(assert (= (_ char #b01) "a"))
