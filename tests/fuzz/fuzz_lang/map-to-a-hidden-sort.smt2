(declare-sort Seq 1)
(declare-const a (Array Int Int))
(assert (= ((_ map seq.unit) a) ((_ map seq.unit) a)))
