(echo "no end)
(check-sat)
