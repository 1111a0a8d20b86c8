(assert (= (as seq.empty (Seq
