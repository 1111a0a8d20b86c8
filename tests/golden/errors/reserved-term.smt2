(assert forall)
