(echo hello)
