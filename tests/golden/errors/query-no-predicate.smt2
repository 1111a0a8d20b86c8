(declare-var x Int)
(query x)
