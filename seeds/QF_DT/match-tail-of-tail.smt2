; The second of three lists, by a match inside a match.
(set-logic QF_DT)
(declare-datatypes ((L 0)) (((nil) (cons (hd Bool) (tl L)))))
(declare-const x L) (declare-const y L)
(assert (= y (match x ((nil nil) ((cons a b) (match b ((nil x) ((cons c d) d))))))))
(assert (not (= y x)))
(assert ((_ is cons) y))
(set-info :status sat)
(check-sat)
