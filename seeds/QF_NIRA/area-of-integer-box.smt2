; A box with integer width and real height of a given area.
(set-logic QF_NIRA)
(declare-const w Int) (declare-const h Real)
(assert (and (< 1 w 5) (> h 0.0)))
(assert (= (* (to_real w) h) 7.5))
(assert (not (is_int h)))
(set-info :status sat)
(check-sat)
