; No word is smaller than itself, nor smaller than the empty word.
(set-logic QF_S)
(declare-const x String) (declare-const y String)
(assert (or (str.< x x) (str.< y "") (not (str.<= x x))))
(set-info :status unsat)
(check-sat)
