; Bits keep a number up to a power of two.
(set-logic ALL)
(declare-const n Int)
(assert (not (= (bv2nat ((_ int2bv 3) n)) (mod n 8))))
(assert (and (< (- 20) n) (< n 20)))
(set-info :status unsat)
(check-sat)
