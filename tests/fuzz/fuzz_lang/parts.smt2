(declare-sort U 0)(declare-const a Int)
(let ((b (+ a 1))) (exists ((c U)) (= b (ite (= c c) a b))))(Array U (-> Int (_ BitVec 3)))