; Dividend is quotient times divisor plus remainder, also for a zero divisor.
(set-logic QF_BV)
(declare-const x (_ BitVec 5)) (declare-const y (_ BitVec 5))
(assert (distinct x (bvadd (bvmul (bvudiv x y) y) (bvurem x y))))
(set-info :status unsat)
(check-sat)
