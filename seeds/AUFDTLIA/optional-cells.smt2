; If every cell holds something at least its index, the cell at three holds no less than three.
(set-logic AUFDTLIA)
(declare-datatypes ((Option 1)) ((par (T) ((none) (some (the T))))))
(declare-const a (Array Int (Option Int)))
(assert (forall ((i Int)) (! (and ((_ is some) (select a i)) (>= (the (select a i)) i)) :pattern ((select a i)))))
(assert (or (= (select a 3) (as none (Option Int))) (< (the (select a 3)) 3)))
(set-info :status unsat)
(check-sat)
