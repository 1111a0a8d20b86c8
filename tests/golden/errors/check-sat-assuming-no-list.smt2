(declare-const p Bool)
(check-sat-assuming p)
