(declare-const b (_ BitVec 32))
(declare-const x Float32)
(assert (= (fp.to_ieee_bv x) b))
(check-sat)
