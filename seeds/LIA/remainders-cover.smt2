; Every integer leaves remainder 0, 1 or 2 on division by three.
(set-logic LIA)
(assert (exists ((x Int)) (let ((r (mod x 3))) (and (distinct r 0) (distinct r 1) (distinct r 2)))))
(set-info :status unsat)
(check-sat)
