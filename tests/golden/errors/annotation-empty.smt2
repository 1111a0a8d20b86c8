(assert (!))
