(declare-fun f (Int)
