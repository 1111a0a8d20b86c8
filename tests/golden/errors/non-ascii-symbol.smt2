(declare-const größe Int)
