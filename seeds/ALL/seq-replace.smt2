; Replacing a unit that comes first puts the other in its place.
(set-logic ALL)
(declare-const t (Seq Int))
(assert (distinct (seq.replace (seq.++ (seq.unit 1) t) (seq.unit 1) (seq.unit 2)) (seq.++ (seq.unit 2) t)))
(set-info :status unsat)
(check-sat)
