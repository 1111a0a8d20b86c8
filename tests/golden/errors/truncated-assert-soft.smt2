(declare-const x Int)
(declare-const y Int)
(assert-soft (> x y) :weight 1 :id
