(declare-fun f (Int, Int) Int)
