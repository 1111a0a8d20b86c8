(assert (true))
