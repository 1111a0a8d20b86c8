(declare-const p Bool)
(assert (! p :named let))
