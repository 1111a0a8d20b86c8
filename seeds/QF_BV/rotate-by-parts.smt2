; Rotating left by three is rotating right by five in eight bits, and both are a split and a swap.
(set-logic QF_BV)
(declare-const x (_ BitVec 8))
(assert (not (= ((_ rotate_left 3) x) ((_ rotate_right 5) x)
                (concat ((_ extract 4 0) x) ((_ extract 7 5) x)))))
(set-info :status unsat)
(check-sat)
