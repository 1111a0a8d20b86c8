; A sorted triple with a given sum and a jump in the middle.
(set-logic QF_ALIA)
(declare-const a (Array Int Int))
(assert (<= (select a 0) (select a 1) (select a 2)))
(assert (= 12 (+ (select a 0) (select a 1) (select a 2))))
(assert (> (- (select a 2) (select a 1)) 4))
(set-info :status sat)
(check-sat)
