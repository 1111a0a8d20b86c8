; Reading where one has just written gives what was written.
(set-logic QF_AX)
(declare-sort Index 0) (declare-sort Element 0)
(declare-const a (Array Index Element))
(declare-const i Index) (declare-const e Element)
(assert (distinct (select (store a i e) i) e))
(set-info :status unsat)
(check-sat)
