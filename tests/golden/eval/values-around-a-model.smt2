; the answers to all that is asked after a check belong together
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(assert (> (f x) 3))
(check-sat)
(assert (= y 2))
(check-sat)
