; Twenty-four is divisible by three and four but not by five.
(set-logic QF_LIA)
(declare-const n Int)
(assert ((_ divisible 3) n))
(assert ((_ divisible 4) n))
(assert (not ((_ divisible 5) n)))
(assert (< 20 n 40))
(set-info :status sat)
(check-sat)
