; True only where U has two elements.
(declare-sort U 0)
(assert (exists ((x U) (y U)) (distinct x y)))
(check-sat)
