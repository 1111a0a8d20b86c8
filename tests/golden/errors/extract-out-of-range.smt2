(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= ((_ extract 8 0) a) a))
