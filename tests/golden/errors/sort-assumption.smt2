(declare-const x Int)
(declare-const y Int)
(check-sat-assuming ((> x y) (not (> x y)) x))
