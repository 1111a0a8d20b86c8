; A search from a negative position or beyond the end finds nothing.
(set-logic QF_SLIA)
(declare-const s String) (declare-const i Int)
(assert (or (< i 0) (> i (str.len s))))
(assert (distinct (str.indexof s "a" i) (- 1)))
(set-info :status unsat)
(check-sat)
