; If every sample is a multiple of the first by its index, the second is twice the first.
(set-logic AUFNIRA)
(declare-const a (Array Int Real))
(assert (forall ((i Int)) (! (= (select a i) (* (to_real i) (select a 1))) :pattern ((select a i)))))
(assert (distinct (select a 2) (+ (select a 1) (select a 1))))
(set-info :status unsat)
(check-sat)
