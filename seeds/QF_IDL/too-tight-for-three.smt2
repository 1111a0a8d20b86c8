; Three jobs of length two do not fit into a window of five.
(set-logic QF_IDL)
(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const o Int)
(define-fun apart ((p Int) (q Int)) Bool (or (<= (- p q) (- 2)) (>= (- p q) 2)))
(assert (and (apart x y) (apart y z) (apart x z)))
(assert (and (>= (- x o) 0) (>= (- y o) 0) (>= (- z o) 0)))
(assert (and (<= (- x o) 3) (<= (- y o) 3) (<= (- z o) 3)))
(set-info :status unsat)
(check-sat)
