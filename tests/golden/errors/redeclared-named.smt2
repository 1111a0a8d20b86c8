(declare-const p Bool)
(assert (! p :named h))
(assert (! (not p) :named h))
