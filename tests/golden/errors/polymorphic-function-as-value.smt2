(declare-sort-parameter X)
(declare-fun id (X) X)
(assert (= id id))
