(declare-fun f (Int) Int)
(query f)
