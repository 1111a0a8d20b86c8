; A copy that holds the floors of the samples is never above them.
(set-logic AUFLIRA)
(declare-const a (Array Int Real))
(declare-fun floors (Int) Int)
(declare-const j Int)
(assert (forall ((k Int)) (! (= (floors k) (to_int (select a k))) :pattern ((floors k)))))
(assert (> (to_real (floors j)) (select a j)))
(set-info :status unsat)
(check-sat)
