(set-option :produce-models "true")
