; A sequence of bytes cut in two and put together again.
(set-logic ALL)
(declare-const s (Seq (_ BitVec 4))) (declare-const i Int)
(assert (= (seq.++ (seq.extract s 0 i) (seq.extract s i (- (seq.len s) i))) (seq.unit #xa)))
(assert (and (<= 0 i) (<= i (seq.len s)))) (assert (not (= s (seq.unit #xa))))
(set-info :status unsat)
(check-sat)
