; Some cell is the square of a real written as a decimal.
(set-logic AUFNIRA)
(declare-const a (Array Int Real))
(assert (exists ((i Int) (x Real)) (and (= x 1.5) (= (select a i) (* x x)) (> i 2))))
(set-info :status sat)
(check-sat)
