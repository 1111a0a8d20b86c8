(declare-fun lookup (Int) Int)
(assert (= (lokup 3) 0))
