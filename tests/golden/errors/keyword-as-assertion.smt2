(assert :named)
