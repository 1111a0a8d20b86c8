; Small signed numbers whose sum, difference and product all overflow.
(set-logic QF_BV)
(declare-const a (_ BitVec 5)) (declare-const b (_ BitVec 5)) (declare-const c (_ BitVec 5))
(assert (bvsaddo a b))
(assert (bvssubo a c))
(assert (bvsmulo b c))
(assert (not (bvumulo a #b00010)))
(set-info :status sat)
(check-sat)
