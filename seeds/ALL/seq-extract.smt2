; A middle piece of a sequence of Booleans.
(set-logic ALL)
(declare-const s (Seq Bool))
(assert (= (seq.extract s 1 2) (seq.++ (seq.unit true) (seq.unit false))))
(assert (= (seq.at s 0) (seq.unit false)))
(assert (= (seq.len s) 4))
(set-info :status sat)
(check-sat)
