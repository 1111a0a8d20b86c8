(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert (match l (((cons h t) true) (nil 0))))
