(assert (fp.isNaN (fp #b00 #b11111 #b0000000000)))
