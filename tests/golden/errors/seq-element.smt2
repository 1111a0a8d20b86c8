(declare-const s (Seq Int))
(assert (= s (seq.++ s (seq.unit true))))
