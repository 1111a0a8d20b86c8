(declare-const x Int)
(assert	(= x	z))
