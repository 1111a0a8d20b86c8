(get-interpolant (> 1 0))
