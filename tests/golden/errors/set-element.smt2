(declare-const s (Set Int))
(assert (set.member true s))
