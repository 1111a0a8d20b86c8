; A half-word stored as two bytes and read back is the half-word.
(set-logic QF_ABV)
(define-sort Mem () (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const m Mem) (declare-const p (_ BitVec 8)) (declare-const w (_ BitVec 16))
(define-fun put ((a Mem) (i (_ BitVec 8)) (v (_ BitVec 16))) Mem
  (store (store a i ((_ extract 7 0) v)) (bvadd i #x01) ((_ extract 15 8) v)))
(define-fun get ((a Mem) (i (_ BitVec 8))) (_ BitVec 16) (concat (select a (bvadd i #x01)) (select a i)))
(assert (distinct (get (put m p w) p) w))
(set-info :status unsat)
(check-sat)
