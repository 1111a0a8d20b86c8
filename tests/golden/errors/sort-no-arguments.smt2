(declare-const a Array)
