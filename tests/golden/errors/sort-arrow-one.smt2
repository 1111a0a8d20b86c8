(declare-const f (-> Int))
