; Signed comparison is not changed by sign extension; unsigned not by zero extension.
(set-logic QF_BV)
(declare-const a (_ BitVec 7)) (declare-const b (_ BitVec 7))
(assert (or (xor (bvslt a b) (bvslt ((_ sign_extend 4) a) ((_ sign_extend 4) b)))
            (xor (bvult a b) (bvult ((_ zero_extend 4) a) ((_ zero_extend 4) b)))))
(set-info :status unsat)
(check-sat)
