; Pairs of pairs over a parametric type: equal pairs have equal parts.
(set-logic QF_DT)
(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (fst X) (snd Y))))))
(declare-const p (Pair Bool (Pair Bool Bool))) (declare-const q (Pair Bool (Pair Bool Bool)))
(assert (= p q))
(assert (xor (fst (snd p)) (snd (snd q))))
(assert (= (snd p) (pair (fst p) (fst q))))
(set-info :status unsat)
(check-sat)
