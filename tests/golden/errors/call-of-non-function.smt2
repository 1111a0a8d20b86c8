(assert (= ((let ((f 1)) f) 2) 1))
