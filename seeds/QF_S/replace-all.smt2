; After replacing every a there is none left, and the length has grown.
(set-logic QF_S)
(declare-const w String)
(assert (= (str.replace_all w "a" "bb") "bbcbbbb"))
(assert (= (str.len w) 4))
(set-info :status sat)
(check-sat)
