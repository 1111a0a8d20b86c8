(check-sat)
hello
(check-sat)
