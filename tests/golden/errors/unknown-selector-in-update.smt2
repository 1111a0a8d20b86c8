(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-const l List)
(assert (= ((_ update haed) l 1) l))
