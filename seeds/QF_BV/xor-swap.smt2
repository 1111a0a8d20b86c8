; Three xors swap two registers.
(set-logic QF_BV)
(declare-const a (_ BitVec 32)) (declare-const b (_ BitVec 32))
(assert (let ((x (bvxor a b))) (let ((y (bvxor x b))) (let ((z (bvxor x y)))
  (not (and (= y a) (= z b)))))))
(set-info :status unsat)
(check-sat)
