; A guarded universal statement that matters for a single index.
(set-logic AUFLIA)
(declare-const a (Array Int Int))
(declare-fun owner (Int) Int)
(assert (forall ((i Int) (o Int)) (=> (= i 4) (= o (owner i)) (> (select a i) o))))
(assert (> (owner 4) 100))
(set-info :status sat)
(check-sat)
