


(set-logic QF_LIA)
(declare-const x Int)



(declare-const y Int)

(assert (> x y))
(check-sat) (get-model)

   
(exit)
(this is never read (
