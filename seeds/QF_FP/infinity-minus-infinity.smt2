; Subtracting infinities of the same sign gives NaN; opposite ones add up.
(set-logic QF_FP)
(declare-const x Float32) (declare-const y Float32)
(assert (fp.isNaN (fp.sub RNA x y)))
(assert (fp.isInfinite (fp.sub RTZ x (fp.neg y))))
(assert (not (or (fp.isNaN x) (fp.isNaN y))))
(set-info :status sat)
(check-sat)
