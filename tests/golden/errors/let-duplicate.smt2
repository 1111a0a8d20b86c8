(assert (let ((a true) (b false) (a false)) a))
