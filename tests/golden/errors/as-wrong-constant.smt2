(declare-const x Int)
(declare-const y Int)
(assert (= (as x Bool) true))
