(assert (forall ((x Int) (y
