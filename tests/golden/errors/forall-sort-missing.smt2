(assert (forall ((x)) true))
