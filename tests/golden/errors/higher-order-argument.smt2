(declare-const f (-> Int Int))
(assert (= (f true) 1))
