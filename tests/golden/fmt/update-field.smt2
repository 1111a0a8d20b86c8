; z3 writes update-field where others write update
(declare-datatype L ((nil) (cons (hd Int) (tl L))))
(declare-const x L)
(assert (= x ((_ update-field hd) x 1)))
(assert (= x ((_ update tl) x nil)))
(check-sat)
