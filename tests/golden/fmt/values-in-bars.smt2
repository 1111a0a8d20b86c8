(set-option :produce-models |true|)
(set-info :status |sat|)
(check-sat)
