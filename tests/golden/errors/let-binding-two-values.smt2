(assert (let ((a true false)) a))
