(declare-const |café| Int)
