(assert (forall ((x Int)) (! (> x 0) :named positive)))
