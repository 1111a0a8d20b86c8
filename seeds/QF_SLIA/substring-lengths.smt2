; A substring is never longer than asked for, nor longer than what is left.
(set-logic QF_SLIA)
(declare-const s String) (declare-const i Int) (declare-const n Int)
(assert (and (>= i 0) (>= n 0)))
(assert (> (str.len (str.substr s i n)) n))
(set-info :status unsat)
(check-sat)
