(push 1 2)
