(declare-fun f (Int
