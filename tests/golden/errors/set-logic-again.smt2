(set-logic QF_LIA)
(declare-const x Int)
(set-logic QF_LIA)
