(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(declare-fun f (Int) Int)
(assert ((_ is f) l))
