(declare-sort Element 0)
(declare-const x Elemnt)
