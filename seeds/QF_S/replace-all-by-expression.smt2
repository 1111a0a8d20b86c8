; Every digit becomes a sign.
(set-logic QF_S)
(declare-const w String)
(assert (= w (str.replace_re_all "a1b22" (re.range "0" "9") "#")))
(assert (str.suffixof "##" w))
(set-info :status sat)
(check-sat)
