(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (fp.isNaN ((_ to_fp 8 24) a)))
