(set-info :source here there)
