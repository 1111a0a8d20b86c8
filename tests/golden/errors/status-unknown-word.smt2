(set-info :status maybe)
