(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= ((_ bvadd 8) a a) a))
