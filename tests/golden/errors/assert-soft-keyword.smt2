(assert-soft true))
