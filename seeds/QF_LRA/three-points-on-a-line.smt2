; Three points with one slope between the first two lie on a line, so the third height is fixed.
(set-logic QF_LRA)
(declare-const y0 Real) (declare-const y1 Real) (declare-const y2 Real)
(assert (! (= (- y1 y0) (* (/ 3 4) 2)) :named slope-1))
(assert (! (= (- y2 y1) (* (/ 3 4) 4)) :named slope-2))
(assert (! (not (= (- y2 y0) 4.5)) :named goal))
(set-info :status unsat)
(check-sat)
