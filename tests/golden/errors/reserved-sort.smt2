(declare-sort _ 0)
