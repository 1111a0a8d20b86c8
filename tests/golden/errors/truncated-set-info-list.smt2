(set-info :x (1 2 (3 4)
