; Four values of an enumeration of three are not all distinct.
(set-logic QF_DT)
(declare-datatypes ((Colour 0)) (((r) (g) (b))))
(declare-const w Colour) (declare-const x Colour) (declare-const y Colour) (declare-const z Colour)
(assert (distinct w x y z))
(set-info :status unsat)
(check-sat)
