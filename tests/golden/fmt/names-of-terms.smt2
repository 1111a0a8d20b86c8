; A name may be used only behind the term that has it: a let sees to that.
(declare-fun f (Int Int Int) Int)
(declare-fun g (Int) Int)
(declare-const a Int)
(assert (let ((y (! (g a) :named p))) (let ((z (! (f p p p) :named q)))
  (= (f (f 1 2 (f 3 4 (+ p 1 2 3 4 5 6))) 0 (f 1 2 (f 3 4 (+ p 1 2 3 4 5 6)))) q z y))))
(assert (let ((y (! (g 0) :named |r s|))) (forall ((b Int)) (< b |r s| y))))
(assert (forall ((b Int)) (= (f b a q) (! (g 3) :named t) 4)))
(assert (! (= p q |r s| t) :named u))
; The name comes first as it is.
(assert (and (! (> a 3) :named v) (or u v)))
; As it is, too: what has the use is no let.
(assert (and (forall ((b Int)) (= b (! (g 4) :named w))) (= (f a a w) (f a a w))))
; But this is.
(assert (and (! (> a 5) :named w1)
  (or (and u v w1 (> a 1) (> a 2)) (not (and u v w1 (> a 1) (> a 2))))))
; Lets stand inside of a name.
(assert (! (= (f (g 1) (g 2) (g (g 3))) (g (f (g 1) (g 2) (g (g 3))))
  (f a (f (g 1) (g 2) (g (g 3))) a)) :named x))
(assert (! (= (f (g 1) (g 2) (g (g 3))) (f (g 1) (g 2) (g (g 3)))) :named y))
(assert u)
(check-sat)
