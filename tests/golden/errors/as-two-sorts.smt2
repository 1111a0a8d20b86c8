(declare-datatype Opt (par (X) ((none) (some (the X)))))
(assert (= (as none (Opt Int) Int) (as none (Opt Int))))
