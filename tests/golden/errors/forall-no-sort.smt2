(assert (forall (x) true))
