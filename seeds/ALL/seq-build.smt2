; A sequence put together from units and read at its places.
(set-logic ALL)
(declare-const s (Seq Int))
(assert (= s (seq.++ (seq.unit 4) (seq.unit 5) (as seq.empty (Seq Int)) (seq.unit 6))))
(assert (> (seq.nth s 2) (seq.nth s 0)))
(assert (= (seq.len s) 3))
(set-info :status sat)
(check-sat)
