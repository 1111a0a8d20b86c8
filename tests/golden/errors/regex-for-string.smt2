(declare-const s String)
(assert (= s (str.to_re "abc")))
