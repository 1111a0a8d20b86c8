(declare-fun check-sat () Bool)
