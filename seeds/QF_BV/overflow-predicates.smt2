; Unsigned overflow of a sum means the result is below an argument; of a difference, that it is negative.
(set-logic QF_BV)
(declare-const a (_ BitVec 6)) (declare-const b (_ BitVec 6))
(assert (or (distinct (bvuaddo a b) (bvult (bvadd a b) a))
            (distinct (bvusubo a b) (bvult a b))
            (and (bvsdivo a b) (distinct b (bvnot #b000000)))))
(set-info :status unsat)
(check-sat)
