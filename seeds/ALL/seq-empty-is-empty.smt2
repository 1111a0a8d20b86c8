; A sequence of length zero is the empty one.
(set-logic ALL)
(declare-const s (Seq Real))
(assert (= (seq.len s) 0))
(assert (not (= s (as seq.empty (Seq Real)))))
(set-info :status unsat)
(check-sat)
