(assert |two
lines|)
