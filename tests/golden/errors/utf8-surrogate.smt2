(echo "í €")
