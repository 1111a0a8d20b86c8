(assert (and))
