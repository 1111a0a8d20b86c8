(assert (= ((lambda ((x Int)) x) true) 1))
