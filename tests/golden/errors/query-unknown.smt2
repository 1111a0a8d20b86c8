(declare-rel p (Int))
(query q)
