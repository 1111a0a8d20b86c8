(declare-const a (_ BitVec 2147483647))
(assert (= (concat a a) (concat a a)))
