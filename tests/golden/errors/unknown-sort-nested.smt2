(declare-const x (Array Int (Sequence Int)))
