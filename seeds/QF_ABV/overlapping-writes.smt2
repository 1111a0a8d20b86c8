; Overlapping half-word writes can disturb each other.
(set-logic QF_ABV)
(define-sort Mem () (Array (_ BitVec 4) (_ BitVec 4)))
(declare-const m Mem) (declare-const p (_ BitVec 4)) (declare-const q (_ BitVec 4))
(define-fun put ((a Mem) (i (_ BitVec 4)) (hi (_ BitVec 4)) (lo (_ BitVec 4))) Mem
  (store (store a i lo) (bvadd i #x1) hi))
(assert (let ((n (put (put m p #xa #xb) q #xc #xd)))
  (and (= (select n p) #xb) (= (select n (bvadd p #x1)) #xd))))
(set-info :status sat)
(check-sat)
