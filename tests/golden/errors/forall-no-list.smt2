(assert (forall x true))
