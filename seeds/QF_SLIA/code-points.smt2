; The next letter by code point.
(set-logic QF_SLIA)
(declare-const c String) (declare-const d String)
(assert (= (str.to_code d) (+ 1 (str.to_code c))))
(assert (= c "y"))
(assert (= d (str.from_code 122)))
(set-info :status sat)
(check-sat)
