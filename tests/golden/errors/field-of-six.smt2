(declare-const x (_ FiniteField 6))
