(declare-fun and (Bool Bool) Bool)
