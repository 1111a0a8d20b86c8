(declare-const r Real)
(assert (= r 1.2.3))
