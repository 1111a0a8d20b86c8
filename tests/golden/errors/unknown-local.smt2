(assert (forall ((index Int)) (> indx 0)))
