(declare-rel p (Bool))
(rule (p 1))
