; An enumeration of three colours; two lights differ and neither is red.
(set-logic QF_DT)
(declare-datatype Light ((red) (amber) (green)))
(declare-const a Light) (declare-const b Light)
(assert (distinct a b))
(assert (not (or ((_ is red) a) ((_ is red) b))))
(set-info :status sat)
(check-sat)
