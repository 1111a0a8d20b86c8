; A prefix of qxy that is one longer than q ends with x.
(set-logic QF_SLIA)
(declare-const p String) (declare-const q String)
(assert (str.prefixof p (str.++ q "xy")))
(assert (= (str.len p) (+ (str.len q) 1)))
(assert (not (str.suffixof "x" p)))
(set-info :status unsat)
(check-sat)
