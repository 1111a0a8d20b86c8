(set-option :produce-models 3)
