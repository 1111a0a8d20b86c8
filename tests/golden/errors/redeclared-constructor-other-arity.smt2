(declare-datatype A ((b) (c (s Int)) (c)))
