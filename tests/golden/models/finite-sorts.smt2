; cvc4: --finite-model-find
; cvc5: --finite-model-find
(set-logic UF)
(set-option :produce-models true)
(declare-sort U 0)
(declare-fun a () U)
(declare-fun b () U)
(declare-fun f (U) U)
(assert (forall ((x U)) (or (= x a) (= x b))))
(assert (forall ((x U)) (not (= (f x) x))))
(check-sat)
(get-model)
