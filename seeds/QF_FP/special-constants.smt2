; Infinities bound all other numbers, written as literals or by name.
(set-logic QF_FP)
(declare-const x (_ FloatingPoint 2 3))
(assert (not (fp.isNaN x)))
(assert (or (fp.gt x (_ +oo 2 3)) (fp.lt x (_ -oo 2 3))
            (distinct (_ +oo 2 3) (fp #b0 #b11 #b00)) (= (_ +zero 2 3) (_ -zero 2 3))))
(set-info :status unsat)
(check-sat)
