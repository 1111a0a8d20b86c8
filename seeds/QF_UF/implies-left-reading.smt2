; The left-associative reading of a chain of implications is stronger, and a model tells them apart.
(set-logic QF_UF)
(declare-fun a () Bool) (declare-fun b () Bool) (declare-fun c () Bool)
(assert (=> a b c))
(assert (not (=> (=> a b) c)))
(set-info :status sat)
(check-sat)
