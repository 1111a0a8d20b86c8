(assert (= (_ char #x30000) "a"))
