(declare-cosnt x Int)
