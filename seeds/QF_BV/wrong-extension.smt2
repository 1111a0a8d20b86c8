; Zero extension may change a signed comparison.
(set-logic QF_BV)
(declare-const a (_ BitVec 7)) (declare-const b (_ BitVec 7))
(assert (bvsle a b))
(assert (bvsgt ((_ zero_extend 1) a) ((_ zero_extend 1) b)))
(set-info :status sat)
(check-sat)
