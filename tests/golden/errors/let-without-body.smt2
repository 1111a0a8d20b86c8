(assert (let ((a true))))
