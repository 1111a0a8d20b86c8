; A word whose replacements by word and by expression meet.
(set-logic QF_S)
(declare-const w String)
(assert (= w "a1b1"))
(assert (= (str.replace_re w (re.++ re.allchar (str.to_re "1")) "") (str.replace w "a1" "")))
(assert (= (str.replace_re_all w (re.union (str.to_re "1") re.none) "-") (str.replace_all w "1" "-")))
(assert (= (str.replace_re w re.none "x") w))
(set-info :status sat)
(check-sat)
