; Unicode escapes, characters by code and a doubled quotation mark.
(set-logic QF_S)
(declare-const s String)
(assert (= s (str.++ (_ char #x41) "\u{e9}" "\u00df" """" (_ char #x1F600))))
(assert (= (str.len s) 5))
(assert (= (str.at s 3) "\u{22}"))
(set-info :status sat)
(check-sat)
