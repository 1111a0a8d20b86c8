(declare-datatype Opt (par (X) ((none) (some (the X)))))
(assert (= (as none) (as none)))
