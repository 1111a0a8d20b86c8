(declare-sort S
