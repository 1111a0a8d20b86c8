(set-logic QF_LIA QF_BV)
