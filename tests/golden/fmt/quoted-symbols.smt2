(declare-const |x| Int)
(declare-const |a b| Int)
(declare-const || Int)
(declare-const |let| Int)
(declare-const |0| Int)
(declare-const |+1| Int)
(declare-const |größe
zwei| Int)
(declare-fun |a "quoted" (name); yes| (Int) Int)
(declare-const ~!@$%^&*_-+=<>.?/ Int)
(declare-sort |my sort| 1)
(declare-const s (|my sort| Int))
(assert (= |x| x |a b| || |let| |0| |+1| |größe
zwei| (|a "quoted" (name); yes| ~!@$%^&*_-+=<>.?/)))
