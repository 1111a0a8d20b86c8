; A queue as an array with two ends: taking from a queue of one element leaves it empty.
(set-logic AUFDTLIA)
(declare-datatypes ((Queue 0) (Taken 0)) (((queue (buf (Array Int Int)) (front Int) (back Int)))
  ((nothing) (taken (what Int) (left Queue)))))
(define-fun size ((q Queue)) Int (- (back q) (front q)))
(define-fun put ((q Queue) (v Int)) Queue (queue (store (buf q) (back q) v) (front q) (+ 1 (back q))))
(define-fun take ((q Queue)) Taken
  (ite (> (size q) 0) (taken (select (buf q) (front q)) (queue (buf q) (+ 1 (front q)) (back q))) nothing))
(declare-const q Queue)
(assert (= (size q) 0))
(assert (exists ((v Int)) (match (take (put q v)) ((nothing true) ((taken w r) (or (distinct w v) (distinct (size r) 0)))))))
(set-info :status unsat)
(check-sat)
