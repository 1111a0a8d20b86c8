(echo "ab")
