(declare-const x Int)
(assert-soft x :weight 2)
