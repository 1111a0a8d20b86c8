(declare-const "x" Int)
