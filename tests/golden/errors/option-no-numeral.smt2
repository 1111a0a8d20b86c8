(set-option :random-seed true)
