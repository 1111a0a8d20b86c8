(assert (forall ((x Int))
