(declare-const p Bool)
(declare-fun h (Int) Int)
(assert (! p :named h))
