; A place that is found lies inside the word.
(set-logic QF_SLIA)
(declare-const w String) (declare-const v String) (declare-const i Int)
(assert (>= (str.indexof w v i) 0))
(assert (or (< (str.indexof w v i) i) (> (str.indexof w v i) (str.len w))))
(set-info :status unsat)
(check-sat)
