(declare-datatype Opt (par (X) ((none) (some (the X)))))
(assert (= ((as some (Opt Bool)) 1) (as none (Opt Bool))))
