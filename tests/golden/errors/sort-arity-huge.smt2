(declare-sort S 65)
