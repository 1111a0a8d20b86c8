; The product commutes below a function.
(set-logic QF_UFNRA)
(declare-fun h (Real) Real)
(declare-const a Real) (declare-const b Real)
(assert (distinct (h (* a b 2.0)) (h (* b (+ a a)))))
(set-info :status unsat)
(check-sat)
