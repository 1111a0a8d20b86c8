; A function on two bits that is one-to-one and moves every point.
(set-logic QF_UFBV)
(declare-fun p ((_ BitVec 2)) (_ BitVec 2))
(assert (distinct (p #b00) (p #b01) (p #b10) (p #b11)))
(assert (and (distinct (p #b00) #b00) (distinct (p #b01) #b01) (distinct (p #b10) #b10)))
(assert (= (p (p #b11)) #b01))
(set-info :status sat)
(check-sat)
