(declare-const a (Array Int Int))
(assert (= a (const 1)))
