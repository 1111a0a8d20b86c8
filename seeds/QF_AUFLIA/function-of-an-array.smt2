; A function of an array sees only its contents.
(set-logic QF_AUFLIA)
(declare-fun digest ((Array Int Int) Int) Int)
(declare-const a (Array Int Int)) (declare-const i Int)
(assert (< (digest a i) (digest (store a i (select a i)) i)))
(set-info :status unsat)
(check-sat)
