(declare-heap (Int Nowhere))
