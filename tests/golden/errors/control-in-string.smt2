(echo "ab")
