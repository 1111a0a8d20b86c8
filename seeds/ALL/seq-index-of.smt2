; A unit that a sequence does not contain is not found in it.
(set-logic ALL)
(declare-const s (Seq Int)) (declare-const x Int)
(assert (not (seq.contains s (seq.unit x))))
(assert (>= (seq.indexof s (seq.unit x) 0) 0))
(set-info :status unsat)
(check-sat)
