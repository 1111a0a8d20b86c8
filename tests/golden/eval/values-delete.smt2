(declare-const s String)
(assert (= s "a\u{7f}"))
(check-sat)
