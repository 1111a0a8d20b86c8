; Some cell holds a value that the function maps to its own place.
(set-logic AUFLIA)
(declare-const a (Array Int Int))
(declare-fun f (Int) Int)
(assert (exists ((i Int)) (and (= (f (select a i)) i) (< i (select a i)) (distinct (f i) i))))
(assert (= (f (f 0)) (select a (f 0)) 9))
(set-info :status sat)
(check-sat)
