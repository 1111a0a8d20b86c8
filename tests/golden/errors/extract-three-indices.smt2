(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= ((_ extract 7 3 0) a) a))
