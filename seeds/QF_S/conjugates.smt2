; A word that commutes with ab is a power of ab.
(set-logic QF_S)
(declare-const x String) (declare-const y String)
(assert (= (str.++ x "ab") (str.++ "ab" x)))
(assert (= (str.++ x y) "abababc"))
(set-info :status sat)
(check-sat)
