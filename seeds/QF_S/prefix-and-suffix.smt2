; aba is both a prefix and a suffix of a word that is not much longer.
(set-logic QF_S)
(declare-const w String)
(assert (str.prefixof "aba" w))
(assert (str.suffixof "aba" w))
(assert (= (str.len w) 5))
(set-info :status sat)
(check-sat)
