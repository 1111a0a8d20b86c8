(declare-const p Bool)
(assert (! p))
