(assert (exists ((x Int) (y Int)) x))
