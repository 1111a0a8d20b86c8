; Some place can be written so that the array changes.
(set-logic ALIA)
(declare-const a (Array Int Int)) (declare-const b (Array Int Int))
(assert (exists ((i Int) (v Int)) (and (= b (store a i v)) (distinct (select a i) v) (> i v 3))))
(set-info :status sat)
(check-sat)
