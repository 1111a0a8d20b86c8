; Whatever the shape, the match gives one of its three numbers.
(set-logic QF_UFDTLIA)
(declare-datatypes ((S 0)) (((a) (b (n Int)) (c (m Int) (k S)))))
(declare-const s S)
(declare-fun f (S) Int)
(assert (= (f s) (match s ((a 1) ((b x) 2) ((c x y) 3)))))
(assert (or (< (f s) 1) (> (f s) 3)))
(set-info :status unsat)
(check-sat)
