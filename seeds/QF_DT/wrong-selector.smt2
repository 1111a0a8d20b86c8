; A selector applied to the wrong constructor may be anything, but it is a function.
(set-logic QF_DT)
(declare-datatypes ((Opt 0)) (((none) (some (val Bool)))))
(declare-const a Opt) (declare-const b Opt)
(assert (and ((_ is none) a) (val a)))
(assert (distinct a b))
(assert (not (val b)))
(set-info :status sat)
(check-sat)
