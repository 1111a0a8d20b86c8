; The bits of a sum, put together by hand.
(set-logic QF_BVFP)
(declare-const s (_ BitVec 1)) (declare-const e (_ BitVec 3)) (declare-const m (_ BitVec 3))
(declare-const x (_ FloatingPoint 3 4))
(assert (= x (fp s e m)))
(assert (= (fp.add RNE x x) (fp s (bvadd e #b001) m)))
(assert (distinct e #b000 #b111 #b110))
(set-info :status sat)
(check-sat)
