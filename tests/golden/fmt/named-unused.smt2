; names of terms in bindings that nothing uses are defined behind the command
(declare-fun g (Int) Int)
(assert (let ((y (! (g 2) :named p))) (let ((z (! (+ p p) :named q))) (= q y))))
(push 1)
(assert (let ((z (! (g (! 1 :named r)) :named s))) (= s r)))
(assert (= s r p q))
(pop 1)
; the term may use what the command defines
(define-fun-rec f ((x Int)) Int (let ((z (! (f 1) :named s))) (+ x s)))
(define-funs-rec ((h ((x Int)) Int) (k ((x Int)) Int))
  ((let ((z (! (k 1) :named s1))) (+ x s1)) (let ((z (! (+ s1 (h 1)) :named s2))) (+ s1 x s2))))
(assert (> s s1 s2))
; several terms, several names, other attributes
(check-sat-assuming ((let ((z (! (> s 0) :named b1))) b1)
  (let ((z (! (and b1 (> s 0)) :named b2 :named b3))) b2)))
(get-value ((let ((z (! (> s 0) :named b4))) b4)
  (let ((z (! (and b4 (! (! (< s 0) :named b5) :foo a :named b6)) :named b7))) (and b7 b6))))
(assert (and b1 b2 b3 b4 b5 b6 b7))
; a term that has its name in one place keeps it there
(get-value ((let ((x (! (g 3) :named n1))) (let ((y (! (! x :foo x) :named n2))) x)) n2))
(assert (forall ((x Int)) (let ((w (! (g 77) :named u1)))
  (! (> (g x) u1) :pattern ((g x) (g (! 4 :named u2)))))))
(assert (> u1 u2 n1 n2))
