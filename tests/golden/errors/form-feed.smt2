(check-sat)

(check-sat)
