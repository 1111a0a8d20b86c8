(declare-datatype L (par (X) ((nil) (cons (hd X) (tl L)))))
