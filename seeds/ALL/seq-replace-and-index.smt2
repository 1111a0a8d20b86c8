; A replacement moves the place where something is found.
(set-logic ALL)
(declare-const s (Seq Int)) (declare-const i Int)
(assert (= s (seq.++ (seq.unit 1) (seq.unit i) (seq.unit 3))))
(assert (= (seq.indexof s (seq.unit 3) 0) 1))
(set-info :status sat)
(check-sat)
