; A word cut at i and put together the other way round.
(set-logic QF_SLIA)
(declare-const s String) (declare-const i Int)
(define-fun turned () String (str.++ (str.substr s i (- (str.len s) i)) (str.substr s 0 i)))
(assert (= s "abcde"))
(assert (= turned "deabc"))
(set-info :status sat)
(check-sat)
