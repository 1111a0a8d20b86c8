(assert (forall ((x Int)) true true))
