(declare-const x Int)
(declare-const r Real)
(assert (= (mod x r) 0))
