; Some list has two elements that a predicate tells apart.
(set-logic UFDT)
(declare-sort E 0)
(declare-datatypes ((Row 0)) (((stop) (go (car E) (cdr Row)))))
(declare-fun p (E) Bool)
(assert (exists ((l Row)) (and ((_ is go) l) ((_ is go) (cdr l))
  (p (car l)) (not (p (car (cdr l)))))))
(set-info :status sat)
(check-sat)
