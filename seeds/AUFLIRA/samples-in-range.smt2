; If all samples are below one half, none reaches two thirds.
(set-logic AUFLIRA)
(declare-const signal (Array Int Real))
(declare-const i Int)
(assert (forall ((k Int)) (< (select signal k) 0.5)))
(assert (> (select signal i) (/ 2.0 3.0)))
(set-info :status unsat)
(check-sat)
