(declare-const _let Int)(declare-fun f (Int) Int)
(assert (let ((c _let)) (forall ((_let Int)) (= (f (+ _let c 1 2 3 4 5 6)) (f (f (+ _let c 1 2 3 4 5 6)))))))
(declare-const _let_ Int)
(assert (let ((c _let_)) (forall ((_let_ Int)) (= (f (+ _let_ c 1 2 3 4 5 6)) (f (f (+ _let_ c 1 2 3 4 5 6)))))))
