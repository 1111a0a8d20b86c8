(set-logic ALL)
(declare-const y (Seq Bool))
(assert (and (= (as seq.empty (Seq Bool)) (seq.++ (as seq.empty (Seq Bool)) y y y y y y)) (= (! (seq.unit 1) :named seq.empty) seq.empty) (= y (seq.++ (as seq.empty (Seq Bool)) y y y y y y)) ))
