(assert (wibble 1))
(check-sat)
