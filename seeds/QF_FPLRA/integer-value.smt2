; An integer given as a real becomes a float between two others.
(set-logic QF_FPLRA)
(declare-const x Float16) (declare-const r Real)
(assert (= r (+ 1.5 2.25)))
(assert (fp.lt x ((_ to_fp 5 11) RNA 3.75)))
(assert (fp.gt x ((_ to_fp 5 11) RTN (- 3.75))))
(assert (> (* 2.0 r) 7.0))
(set-info :status sat)
(check-sat)
