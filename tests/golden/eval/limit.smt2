; No instance decides it, and there are no few cases to look at.
(assert (forall ((x Int) (y Int) (z Int))
  (=> (and (> x 0) (> y 0) (> z 0)) (distinct (+ (* x x x) (* y y y)) (* z z z)))))
(check-sat)
