; A byte and the number it stands for.
(set-logic ALL)
(declare-const b (_ BitVec 4)) (declare-const n Int)
(assert (= n (bv2nat b))) (assert (= (bv2nat (bvnot b)) (- 15 n)))
(assert (= (mod n 4) 3)) (assert (> n 5))
(set-info :status sat)
(check-sat)
