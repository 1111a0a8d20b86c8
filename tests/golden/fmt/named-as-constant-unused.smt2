(set-logic ALL)
(declare-const y (Seq Int))
(assert (and (= (! (seq.unit 1) :named seq.empty) seq.empty)  ))
