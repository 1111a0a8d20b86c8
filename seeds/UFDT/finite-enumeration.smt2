; A map on a finite enumeration without a fixed point, quantified over all three values.
(set-logic UFDT)
(declare-datatype Day ((fri) (sat) (sun)))
(declare-fun next (Day) Day)
(assert (forall ((d Day)) (distinct (next d) d)))
(assert (= (next (next fri)) sun))
(set-info :status sat)
(check-sat)
