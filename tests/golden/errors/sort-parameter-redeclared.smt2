(declare-sort-parameter X)
(declare-sort-parameter X)
