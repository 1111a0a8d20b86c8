(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(declare-datatype Tree ((leaf) (node (left Tree) (right Tree))))
(assert (match l (((node x y) true) (_ false))))
