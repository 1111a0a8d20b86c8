(declare-const r Real)
(assert (= r 1e5))
