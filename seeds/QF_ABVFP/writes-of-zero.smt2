; Writing minus zero over plus zero changes the array, although the numbers compare equal.
(set-logic QF_ABVFP)
(declare-const t (Array (_ BitVec 2) (_ FloatingPoint 2 4)))
(declare-const i (_ BitVec 2))
(assert (= (select t i) (_ +zero 2 4)))
(assert (= t (store t i (_ -zero 2 4))))
(set-info :status unsat)
(check-sat)
