(set-option :produce-models
