(assert (let ((! true)) true))
