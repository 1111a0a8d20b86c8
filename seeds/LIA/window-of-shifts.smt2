; The shift k keeps a whole window below ten: three or four do.
(set-logic LIA)
(declare-const k Int)
(assert (forall ((y Int)) (=> (<= 0 y 5) (< (+ y k) 10))))
(assert (> k 2))
(set-info :status sat)
(check-sat)
