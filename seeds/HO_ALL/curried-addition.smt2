; A curried function given by a lambda, applied to one argument at a time.
(set-logic HO_ALL)
(declare-const f (-> Int Int Int))
(assert (= f (lambda ((x Int) (y Int)) (+ x y))))
(assert (distinct (@ (@ f 1) 2) 3))
(set-info :status unsat)
(check-sat)
