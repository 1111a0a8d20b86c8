; A tree is not inside its own forest: terms of a datatype are finite.
(set-logic QF_DT)
(declare-datatypes ((Tree 0) (Forest 0))
  (((node (kids Forest))) ((empty) (grow (first Tree) (rest Forest)))))
(declare-const t Tree) (declare-const f Forest)
(assert (= t (node (grow (node empty) (grow t f)))))
(set-info :status unsat)
(check-sat)
