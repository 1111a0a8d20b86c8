; A function that returns an array returns the same one for the same number.
(set-logic QF_AUFBV)
(declare-fun row ((_ BitVec 3)) (Array (_ BitVec 3) (_ BitVec 3)))
(declare-const i (_ BitVec 3)) (declare-const j (_ BitVec 3))
(assert (= (bvadd i #b001) j))
(assert (distinct (select (row (bvsub j #b001)) j) (select (row i) (bvadd #b001 i))))
(set-info :status unsat)
(check-sat)
