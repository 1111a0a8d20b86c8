; A match inside a match: a box around a line with different ends.
(set-logic QF_DT)
(declare-datatypes ((Shape 0)) (((dot) (line (from Bool) (to Bool)) (box (inner Shape)))))
(declare-const s Shape)
(assert (match s (((box i) (match i ((dot false) ((line a b) (xor a b)) ((box j) (= j dot))))) (rest false))))
(assert (not ((_ is box) (inner s))))
(set-info :status sat)
(check-sat)
