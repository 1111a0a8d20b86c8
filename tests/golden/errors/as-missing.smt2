(declare-datatype Opt (par (X) ((none) (some (the X)))))
(assert (= none none))
