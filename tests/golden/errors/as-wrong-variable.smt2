(assert (forall ((x Int)) (= (as x Bool) true)))
