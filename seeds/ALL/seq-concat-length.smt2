; The length of a concatenation is the sum of the lengths.
(set-logic ALL)
(declare-const s (Seq Int)) (declare-const t (Seq Int))
(assert (distinct (seq.len (seq.++ s t s)) (+ (* 2 (seq.len s)) (seq.len t))))
(set-info :status unsat)
(check-sat)
