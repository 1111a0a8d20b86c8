(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert (= ((_ update head) 3 4) l))
