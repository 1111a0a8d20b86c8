; The remainder is at least zero for negative divisors too.
(set-logic QF_LIA)
(declare-const n Int)
(assert (or (< (mod n (- 5)) 0) (> (mod n (- 5)) 4) (distinct (mod n 5) (mod n (- 5)))))
(set-info :status unsat)
(check-sat)
