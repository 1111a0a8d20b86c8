(set-info :a (b c)))
