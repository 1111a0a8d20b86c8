; A loop that only words of one length pass.
(set-logic QF_SLIA)
(declare-const w String) (declare-const n Int)
(assert (str.in_re w ((_ re.loop 1 3) (str.to_re "ab"))))
(assert (= n (str.len w))) (assert (not (= n 2))) (assert (< n 6))
(assert (= (str.at w (- n 1)) "b"))
(set-info :status sat)
(check-sat)
