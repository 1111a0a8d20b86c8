(set-info)
