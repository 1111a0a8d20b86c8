(declare-const s String)
(assert (= (str.at 0 s) "a"))
