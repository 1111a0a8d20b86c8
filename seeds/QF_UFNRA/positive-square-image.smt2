; A function of a square that is larger than the square itself.
(set-logic QF_UFNRA)
(declare-fun h (Real) Real)
(declare-const a Real)
(assert (> (h (* a a)) (* a a) 2.0))
(assert (< a 0.0))
(set-info :status sat)
(check-sat)
