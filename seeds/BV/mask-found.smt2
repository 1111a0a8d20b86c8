; A mask that keeps exactly the low half of every byte.
(set-logic BV)
(declare-const m (_ BitVec 8))
(assert (forall ((x (_ BitVec 8))) (= (bvand x m) (concat #x0 ((_ extract 3 0) x)))))
(set-info :status sat)
(check-sat)
