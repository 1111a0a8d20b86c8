(assert (fp.isNaN (_ NaN 1 24)))
