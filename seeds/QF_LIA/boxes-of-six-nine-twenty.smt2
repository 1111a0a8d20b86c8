; Forty-three is the largest number that boxes of 6, 9 and 20 cannot make.
(set-logic QF_LIA)
(declare-const a Int) (declare-const b Int) (declare-const c Int)
(assert (and (<= 0 a) (<= 0 b) (<= 0 c)))
(assert (= 43 (+ (* 6 a) (* b 9) (* 20 c))))
(set-info :status unsat)
(check-sat)
