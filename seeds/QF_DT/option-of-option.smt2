; A box in a box that is either empty twice or holds a bit.
(set-logic QF_DT)
(declare-datatypes ((Opt 1)) ((par (T) ((none) (some (val T))))))
(declare-const x (Opt (Opt Bool)))
(assert (match x ((none false) ((some y) (match y ((none true) ((some b) (not b))))))))
(assert (not (= x (some (as none (Opt Bool))))))
(set-info :status sat)
(check-sat)
