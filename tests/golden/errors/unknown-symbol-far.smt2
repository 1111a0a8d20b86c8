(declare-const counter Int)
(assert (> q 0))
