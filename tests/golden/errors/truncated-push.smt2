(push 1
