(echo "hello"
