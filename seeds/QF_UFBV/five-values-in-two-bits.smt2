; A function into two bits repeats a value among five points.
(set-logic QF_UFBV)
(declare-sort K 0)
(declare-fun code (K) (_ BitVec 2))
(declare-const a K) (declare-const b K) (declare-const c K) (declare-const d K) (declare-const e K)
(assert (distinct (code a) (code b) (code c) (code d) (code e)))
(set-info :status unsat)
(check-sat)
