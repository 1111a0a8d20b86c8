; z3 reads -7 as a number, so the bars stay
(declare-const |-7| Int)
(declare-const |-x| Int)
(assert (= |-7| |-x| (- 7)))
(check-sat)
