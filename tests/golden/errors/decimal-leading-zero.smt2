(declare-const r Real)
(assert (= r 00.5))
