(declare-rel q (Int))
(query (q (Bool) Bool))
