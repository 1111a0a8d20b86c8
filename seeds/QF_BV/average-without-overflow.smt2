; The overflow-free average lies between its arguments.
(set-logic QF_BV)
(declare-const a (_ BitVec 8)) (declare-const b (_ BitVec 8))
(define-fun avg ((x (_ BitVec 8)) (y (_ BitVec 8))) (_ BitVec 8)
  (bvadd (bvand x y) (bvlshr (bvxor x y) #x01)))
(assert (bvule a b))
(assert (or (bvult (avg a b) a) (bvugt (avg a b) b)))
(set-info :status unsat)
(check-sat)
