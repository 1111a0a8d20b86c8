(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert (is-cons 3))
