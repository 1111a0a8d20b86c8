(declare-const a Int)
(declare-const b Int)
(assert (let ((z (! (+ a 1) :named nz))) (= z z 3)))
(assert (= nz 3)) (check-sat)
(assert (let ((z (+ a (! (+ b 1) :named nz2)))) (= z (* z 2) 0)))
(declare-const p Bool)
(assert (let ((z (! p :named n))) true))
(assert n) (check-sat)


; a named term that nothing uses keeps its name
(push 1)
(assert (let ((q (! (> b 0) :named m)) (r (! (> a 0) :named k))) (and r r)))
(check-sat-assuming (m k))
(pop 1)
