; A constant array of sequences with one longer entry.
(set-logic ALL)
(declare-const a (Array Int (Seq Int))) (declare-const i Int)
(assert (= a (store ((as const (Array Int (Seq Int))) (as seq.empty (Seq Int))) i (seq.unit i))))
(assert (= (seq.len (select a 4)) 1))
(assert (not (= (select a 4) (seq.unit 4))))
(set-info :status unsat)
(check-sat)
