; An array of floats, indexed by the integer part of a float.
(set-logic QF_ABVFP)
(declare-const t (Array (_ BitVec 3) Float16))
(declare-const x Float16)
(assert (and (fp.leq ((_ to_fp 5 11) RNE 2.0) x) (fp.lt x ((_ to_fp 5 11) RNE 5.5))))
(assert (fp.eq (select t ((_ fp.to_ubv 3) RTZ x)) (fp.neg x)))
(assert (fp.isInfinite (select t #b011)))
(set-info :status sat)
(check-sat)
