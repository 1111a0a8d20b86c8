; Twenty-two is four threes and two fives.
(set-logic QF_LIA)
(declare-const threes Int) (declare-const fives Int)
(assert (>= threes 0)) (assert (>= fives 0))
(assert (= (+ (* 3 threes) (* 5 fives)) 22))
(assert (distinct threes fives))
(set-info :status sat)
(check-sat)
