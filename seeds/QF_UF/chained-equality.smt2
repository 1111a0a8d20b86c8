; An n-ary = chains, so the ends of the chain are equal and so are their images.
(set-logic QF_UF)
(declare-sort T 0)
(declare-fun a () T) (declare-fun b () T) (declare-fun c () T) (declare-fun d () T)
(declare-fun g (T T) T)
(assert (= a b c d))
(assert (not (= (g a c) (g d b) (g b b))))
(set-info :status unsat)
(check-sat)
