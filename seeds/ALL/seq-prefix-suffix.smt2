; A sequence that begins and ends with the same pair.
(set-logic ALL)
(declare-const s (Seq (_ BitVec 4))) (declare-const p (Seq (_ BitVec 4)))
(assert (and (seq.prefixof p s) (seq.suffixof p s)))
(assert (= p (seq.++ (seq.unit #xa) (seq.unit #x5))))
(assert (= (seq.len s) 5))
(set-info :status sat)
(check-sat)
