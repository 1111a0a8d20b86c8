; Where all places were written, what was there first does not matter.
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 1) (_ BitVec 3))) (declare-const b (Array (_ BitVec 1) (_ BitVec 3)))
(assert (= (store (store a #b0 #b001) #b1 #b010) (store (store b #b1 #b010) #b0 #b001)))
(assert (not (= (store (store a #b0 #b001) #b1 #b010) (store (store b #b0 #b001) #b1 #b010))))
(set-info :status unsat)
(check-sat)
