(declare-const a (Array Int (Array Int Int)))
(declare-const b (Array Int (Array Int Int)))
(check-sat)
