(declare-const m (-> Int Int))
(assert (= m (lambda ((x Int)) (+ x 1)
