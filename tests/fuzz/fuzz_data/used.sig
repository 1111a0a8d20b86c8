(twice Int Int)
((_ cut i) (_ BitVec m) (_ BitVec i))
(declare-const b (_ BitVec 8))
(assert (= (twice 1) (twice (twice 2))))
(assert (= ((_ cut 3) b) #b101))
