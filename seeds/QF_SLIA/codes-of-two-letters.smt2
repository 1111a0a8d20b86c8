; Two letters whose codes add up.
(set-logic QF_SLIA)
(declare-const x String) (declare-const y String)
(assert (= (+ (str.to_code x) (str.to_code y)) 195))
(assert (str.in_re x (re.range "a" "c"))) (assert (not (= x y)))
(set-info :status sat)
(check-sat)
