; A positive number above four has a root above two.
(set-logic NRA)
(declare-const a Real)
(assert (> a 4.0))
(assert (exists ((r Real)) (and (= (* r r) a) (> r 2.0))))
(set-info :status sat)
(check-sat)
