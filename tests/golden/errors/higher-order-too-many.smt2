(declare-const f (-> Int Int))
(assert (= (f 1 2) 1))
