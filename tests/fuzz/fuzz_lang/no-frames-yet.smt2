(assert (let ((c true)) (forall ((true Bool)) (and true c))))
