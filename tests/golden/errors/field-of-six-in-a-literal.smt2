(assert (= #f-2m6 #f1m6))
