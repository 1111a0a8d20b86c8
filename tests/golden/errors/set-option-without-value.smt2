(set-option :produce-models)
