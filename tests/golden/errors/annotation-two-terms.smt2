(declare-const p Bool)
(assert (! p p :named q))
