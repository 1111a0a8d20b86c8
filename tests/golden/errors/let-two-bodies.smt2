(assert (let ((a true)) a a))
