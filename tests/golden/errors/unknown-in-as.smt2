(assert (= (as sq.empty (Seq Int)) (as seq.empty (Seq Int))))
