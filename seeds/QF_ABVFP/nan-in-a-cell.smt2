; A cell that holds NaN is equal to its copy by =, not by fp.eq.
(set-logic QF_ABVFP)
(declare-const t (Array (_ BitVec 4) (_ FloatingPoint 3 5)))
(declare-const i (_ BitVec 4)) (declare-const j (_ BitVec 4))
(assert (= (select (store t i (select t j)) i) (select t j)))
(assert (not (fp.eq (select t i) (select t j))))
(assert (= (select t i) (select t j)))
(set-info :status sat)
(check-sat)
