(assert (let ((c (as ff3 (_ FiniteField 5)))) (forall ((ff3 (_ FiniteField 5))) (= ff3 c))))
(declare-fun ff3 () (_ FiniteField 5))
(assert (= #f3m5 ff3))
(assert (= #f-2m5 (as ff-2 (_ FiniteField 5)) (as ff3 (_ FiniteField 5)) #f8m5))
