(declare-heap (Int))
