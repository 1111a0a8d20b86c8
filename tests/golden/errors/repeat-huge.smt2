(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= ((_ repeat 2000000000) a) a))
