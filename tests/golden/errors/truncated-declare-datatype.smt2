(declare-datatype List ((nil) (cons (head
