(declare-const a (Array Int Int))
(declare-sort Array 0)
