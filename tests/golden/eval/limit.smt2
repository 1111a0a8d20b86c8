; No instance decides it.
(assert (forall ((x Int)) (>= (* x x) 0)))
(check-sat)
