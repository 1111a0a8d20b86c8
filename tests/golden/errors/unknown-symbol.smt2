(declare-const counter Int)
(assert (> countre 0))
