(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(declare-datatype List ((empty)))
