(declare-sort-parameter X)
(declare-const c X)
(declare-const c Int)
