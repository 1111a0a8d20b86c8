; A table of shift amounts drives a register to a single high bit.
(set-logic QF_ABV)
(declare-const t (Array (_ BitVec 3) (_ BitVec 8)))
(declare-const i (_ BitVec 3)) (declare-const r (_ BitVec 8))
(assert (= (bvshl r (select t i)) #x80))
(assert (= (bvlshr r (select t (bvnot i))) #x01))
(assert (bvugt (select t i) (select t (bvnot i))))
(set-info :status sat)
(check-sat)
