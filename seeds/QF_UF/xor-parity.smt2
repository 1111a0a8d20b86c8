; An n-ary xor is true when an odd number of its arguments is.
(set-logic QF_UF)
(declare-const a Bool) (declare-const b Bool) (declare-const c Bool) (declare-const d Bool)
(assert (xor a b c d))
(assert (not (xor a b)))
(assert (= (xor c true d) false))
(assert (or a (xor b c false)))
(set-info :status sat)
(check-sat)
