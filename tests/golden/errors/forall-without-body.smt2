(assert (forall ((x Int))))
