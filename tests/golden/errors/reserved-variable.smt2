(assert (forall ((par Int)) true))
