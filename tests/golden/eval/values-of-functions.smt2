; z3 printed the values, of constants last
(declare-fun f (Int) Int)
(declare-const x Int)
(declare-const y Int)
(assert (> (f (f x)) 3))
(assert (distinct (f x) x))
(assert (= (div y 0) 5))
(check-sat)
(get-value ((f (f x)) (f x) (div y 0) (+ x y) (> x y) x y y))
