; An array over one-bit indices is known by its two cells.
(set-logic QF_ABV)
(declare-const a (Array (_ BitVec 1) (_ BitVec 3))) (declare-const b (Array (_ BitVec 1) (_ BitVec 3)))
(assert (= (select a #b0) (select b #b0)))
(assert (= (select a #b1) (select b #b1)))
(assert (distinct a b))
(set-info :status unsat)
(check-sat)
