(set-option :produce-models true false)
