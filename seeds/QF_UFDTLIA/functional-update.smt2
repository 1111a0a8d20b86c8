; Updating one field keeps the other, below an uninterpreted function too.
(set-logic QF_UFDTLIA)
(declare-datatypes ((Point 0)) (((point (px Int) (py Int)))))
(declare-fun norm (Point) Int)
(declare-const p Point)
(assert (let ((q (point (+ 1 (px p)) (py p))))
  (distinct (norm (point (- (px q) 1) (py q))) (norm p))))
(set-info :status unsat)
(check-sat)
