; A floor picks a cell of words, and the cell is known.
(set-logic ALL)
(declare-const x Real)
(declare-const names (Array Int String))
(assert (= (select names 3) "three"))
(assert (and (<= 3.0 x) (< x 4.0)))
(assert (distinct (str.len (select names (to_int x))) 5))
(set-info :status unsat)
(check-sat)
