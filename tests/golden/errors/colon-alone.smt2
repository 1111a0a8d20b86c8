(set-option : true)
