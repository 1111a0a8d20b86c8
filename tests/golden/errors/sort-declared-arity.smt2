(declare-sort Pair 2)
(declare-const p (Pair Int))
