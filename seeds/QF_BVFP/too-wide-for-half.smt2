; 2049 is the first integer that half precision cannot hold: it rounds to 2048.
(set-logic QF_BVFP)
(declare-const n (_ BitVec 12))
(assert (= n (_ bv2049 12)))
(assert (not (fp.eq ((_ to_fp_unsigned 5 11) RNE n) ((_ to_fp_unsigned 5 11) RNE (bvsub n (_ bv1 12))))))
(set-info :status unsat)
(check-sat)
