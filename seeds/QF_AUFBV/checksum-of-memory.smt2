; A checksum of equal memories is equal, whatever the checksum is.
(set-logic QF_AUFBV)
(define-sort Mem () (Array (_ BitVec 6) (_ BitVec 8)))
(declare-fun sum (Mem) (_ BitVec 16))
(declare-const m Mem) (declare-const i (_ BitVec 6)) (declare-const j (_ BitVec 6))
(assert (distinct i j))
(assert (bvult (sum (store (store m i #x01) j #x02)) (sum (store (store m j #x02) i #x01))))
(set-info :status unsat)
(check-sat)
