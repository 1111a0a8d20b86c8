; Dividing by two and then by three is dividing by six; div and - associate to the left.
(set-logic QF_LIA)
(declare-const x Int)
(assert (or (distinct (div x 2 3) (div x 6)) (distinct (- x 2 3) (- x 5))))
(set-info :status unsat)
(check-sat)
