(declare-const p Bool)
(assert (! p :named "p1"))
