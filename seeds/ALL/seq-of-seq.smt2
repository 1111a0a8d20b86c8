; A sequence of sequences whose second one is longer than the first.
(set-logic ALL)
(declare-const s (Seq (Seq Int))) (declare-const a (Seq Int)) (declare-const b (Seq Int))
(assert (= s (seq.++ (seq.unit a) (seq.unit b))))
(assert (> (seq.len b) (seq.len a) 0))
(assert (seq.contains s (seq.unit (seq.++ a (seq.unit 9)))))
(set-info :status sat)
(check-sat)
