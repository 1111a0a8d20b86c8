(push -1)
