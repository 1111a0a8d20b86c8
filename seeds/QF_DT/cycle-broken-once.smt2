; The same chain of trees, but one link may be a leaf.
(set-logic QF_DT)
(declare-datatypes ((T 0)) (((leaf) (node (left T) (right T)))))
(declare-const a T) (declare-const b T) (declare-const c T)
(assert (or (= a leaf) (= a (node b leaf))))
(assert (= b (node c c)))
(assert (or (= c leaf) (= c (node a b))))
(set-info :status sat)
(check-sat)
