; Memberships under Boolean structure and a choice between words.
(set-logic QF_S)
(declare-const s String) (declare-const t String) (declare-const c Bool)
(assert (= s (ite c (str.++ t "z") "q")))
(assert (xor (str.in_re s (re.++ re.all (str.to_re "z"))) (str.in_re t (re.* (str.to_re "q")))))
(assert (=> (not c) (str.contains t s)))
(assert (= (str.len t) 2))
(set-info :status sat)
(check-sat)
