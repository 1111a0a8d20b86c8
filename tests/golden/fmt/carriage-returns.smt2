; comments end with a CR, too(set-logic QF_LIA) ; here(declare-const x Int); apart(assert (> x 0))

(check-sat)