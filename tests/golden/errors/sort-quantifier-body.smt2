(assert (forall ((x Int)) (+ x 1)))
