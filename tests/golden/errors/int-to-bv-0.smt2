(declare-const x Int)
(declare-const y Int)
(assert (= ((_ int_to_bv 0) x) #b0))
