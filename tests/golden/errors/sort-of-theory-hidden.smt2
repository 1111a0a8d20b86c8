(declare-sort Set 1)
(declare-const s (Set Int))
(declare-const r (Relation Int Int))
