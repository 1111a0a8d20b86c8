(assert (= (as seq.empty (Set Int)) (seq.unit 1)))
