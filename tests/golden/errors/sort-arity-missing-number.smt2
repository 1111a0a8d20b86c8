(declare-sort S x)
