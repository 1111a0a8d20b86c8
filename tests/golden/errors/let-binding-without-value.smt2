(assert (let ((a)) true))
