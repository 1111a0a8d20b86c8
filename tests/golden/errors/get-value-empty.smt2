(get-value ())
