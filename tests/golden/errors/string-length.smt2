(declare-const s String)
(assert (= (str.len s) "3"))
