(declare-const _let Int)(declare-fun f (Int) Int)
(assert (let ((c _let)) (forall ((_let Int)) (= (f (+ _let c 1  3 4 5 6)) (f (f (+ (f _let) c 1 2 3 4 5 6)))))))
(declare-const _let_ Int)
(assert (let ((c _let_)) (forall ((_let_ Int)) (= (f (+ _let c 1 2 3 4 5 6)) ((let ((x f)) x) (+ _let_ c 1 2 (f (+ _let c 1 2 3 3 4 5 6)) 3 4 5 6)) (/ 1.0 ((let ((x f)) x) (+ _let_ c 1 2 3 4 5 6))))))) (assert (let ((c _let_)) (forall ((_let_ Int)) (= (f (+ _let c 1 2 3 3 4 5 6)) 3.0 (/ 1.0 3.0)))))
