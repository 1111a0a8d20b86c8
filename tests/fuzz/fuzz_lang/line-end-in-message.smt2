(declare-sort E 0)
(declare-fun |et
mes| (E) E)
(assert (|et
me| e))
