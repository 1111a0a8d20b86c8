(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= (bvad a a) a))
