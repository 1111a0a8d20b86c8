(declare-const y (_ BitVec 4))
(declare-const p Bool)
(assert (and (! p :named bvmul) (= y (bvmul y y y y y y y y)) (= #x0 (bvmul y y y y y y y y))))
