(declare-const x Int)
(declare-const y Int)
(assert (and (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x z) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) (> x y) ))
