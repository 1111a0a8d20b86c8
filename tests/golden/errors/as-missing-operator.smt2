(assert (= seq.empty (seq.unit 1)))
