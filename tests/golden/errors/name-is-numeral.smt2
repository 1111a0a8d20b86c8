(declare-fun 1x () Int)
