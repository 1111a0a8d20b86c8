; A sequence that begins with another, one entry known.
(set-logic ALL)
(declare-const s (Seq Int)) (declare-const t (Seq Int))
(assert (seq.prefixof t s)) (assert (= (seq.len s) 3)) (assert (= (seq.len t) 2))
(assert (= (seq.nth s 1) 7)) (assert (not (= (seq.nth t 1) 7)))
(set-info :status unsat)
(check-sat)
