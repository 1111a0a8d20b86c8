; the logic is made to fit
(set-logic ALL)
(declare-const x Int)
(declare-const a (Array Int Int))
(assert (= (select a x) (+ x 1)))
