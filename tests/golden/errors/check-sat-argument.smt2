(check-sat true)
