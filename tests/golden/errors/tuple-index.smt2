(assert (= ((_ tuple.select 2) (tuple 1 2)) 1))
