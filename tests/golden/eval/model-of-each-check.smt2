; The model belongs to the second check: it stands behind the second answer.
(declare-const p Bool)
(push 1)
(assert p)
(check-sat)
(pop 1)
(assert (not p))
(check-sat)
(get-model)
