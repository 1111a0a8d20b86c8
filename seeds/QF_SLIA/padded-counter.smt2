; A counter padded with zeros to four characters.
(set-logic QF_SLIA)
(declare-const n Int) (declare-const s String)
(assert (= s (str.++ "00" (str.from_int n))))
(assert (= (str.len s) 4))
(assert (= (str.to_int s) n))
(assert (str.suffixof "7" s))
(set-info :status sat)
(check-sat)
