; A row stored and read back is the row, also inside a nested array.
(set-logic QF_AX)
(declare-sort I 0) (declare-sort E 0)
(declare-const m (Array I (Array I E)))
(declare-const i I) (declare-const j I) (declare-const e E)
(assert (let ((row (store (select m i) j e)))
  (distinct (select (select (store m i row) i) j) e)))
(set-info :status unsat)
(check-sat)
