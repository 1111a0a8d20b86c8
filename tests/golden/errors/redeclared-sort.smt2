(declare-sort S 0)
(declare-sort S 1)
