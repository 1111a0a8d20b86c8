; A right triangle with small integer sides.
(set-logic QF_NIA)
(declare-const a Int) (declare-const b Int) (declare-const c Int)
(assert (< 0 a b c 14))
(assert (= (+ (* a a) (* b b)) (* c c)))
(assert (> a 4))
(set-info :status sat)
(check-sat)
