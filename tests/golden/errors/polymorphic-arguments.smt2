(declare-sort-parameter X)
(declare-fun same (X X) Bool)
(assert (same 1 true))
