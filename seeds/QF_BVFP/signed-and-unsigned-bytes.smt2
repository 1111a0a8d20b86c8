; A byte read as signed and as unsigned gives two numbers that differ by 256.
(set-logic QF_BVFP)
(declare-const b (_ BitVec 8))
(assert (fp.eq (fp.add RNE ((_ to_fp 8 24) RNE b) ((_ to_fp 8 24) RNE 256.0))
               ((_ to_fp_unsigned 8 24) RTZ b)))
(assert (bvult b #x90))
(set-info :status sat)
(check-sat)
