(declare-sort S 0)
(declare-fun f (Int S) Bool)
(declare-const s S)
(assert (f s s))
