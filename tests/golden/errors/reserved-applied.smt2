(assert (par 1 2))
