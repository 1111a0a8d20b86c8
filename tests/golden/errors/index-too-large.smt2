(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 16))
(assert (= ((_ zero_extend 4294967296) a) a))
