(assert (_))
