(set-info :status)
