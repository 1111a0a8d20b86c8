(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= a ((_ extract 7
