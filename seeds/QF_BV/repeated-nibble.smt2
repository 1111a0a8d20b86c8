; A repeated nibble is a multiple of the repunit.
(set-logic QF_BV)
(declare-const n (_ BitVec 4)) (declare-const w (_ BitVec 16))
(assert (= w ((_ repeat 4) n)))
(assert (= w (bvmul #x1111 ((_ zero_extend 12) n))))
(assert (= ((_ repeat 1) n) (bvnot #b0101)))
(set-info :status sat)
(check-sat)
