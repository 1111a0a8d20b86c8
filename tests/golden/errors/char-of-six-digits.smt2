(assert (= "" (_ char #x000041)))
