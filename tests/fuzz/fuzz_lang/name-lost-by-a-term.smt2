(declare-fun f (Int) Int)
(let ((y (! 3 :named x))) (let ((z (! (f x) :named w))) (= w x)))