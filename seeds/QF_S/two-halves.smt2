; A word of even length made of two equal halves that starts with ab.
(set-logic QF_S)
(declare-const w String) (declare-const h String)
(assert (= w (str.++ h h)))
(assert (str.prefixof "ab" w))
(assert (= (str.len w) 6))
(set-info :status sat)
(check-sat)
