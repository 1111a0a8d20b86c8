(echo "À¯")
