(assert ("f" 3))
