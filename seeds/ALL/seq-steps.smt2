; A sequence of words found, replaced and cut.
(set-logic ALL)
(declare-const s (Seq String))
(assert (= s (seq.++ (seq.unit "a") (seq.unit "b") (seq.unit "a"))))
(assert (= (seq.replace s (seq.unit "a") (seq.unit "c")) (seq.++ (seq.unit "c") (seq.extract s 1 2))))
(assert (= (seq.indexof s (seq.unit "b") 0) 1))
(assert (= (seq.at s 2) (seq.unit "a")))
(set-info :status sat)
(check-sat)
