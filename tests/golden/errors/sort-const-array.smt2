(declare-const a (Array Int Bool))
(assert (= a ((as const (Array Int Bool)) 1)))
