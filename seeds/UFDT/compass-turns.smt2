; On four directions a turn that never comes back after one or two steps, for all values.
(set-logic UFDT)
(declare-datatypes ((Dir 0)) (((north) (east) (south) (west))))
(declare-fun turn (Dir) Dir)
(assert (forall ((d Dir)) (distinct (turn d) d)))
(assert (forall ((d Dir)) (distinct (turn (turn d)) d)))
(assert (= (turn north) west))
(set-info :status sat)
(check-sat)
