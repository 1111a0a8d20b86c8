; A parametric list of words whose lengths go down and end with an empty one.
(set-logic ALL)
(declare-datatypes ((Row 1)) ((par (T) ((stop) (go (car T) (cdr (Row T)))))))
(declare-const l (Row String))
(assert (> (str.len (car l)) (str.len (car (cdr l))) 0))
(assert (= (cdr (cdr l)) (go "" (as stop (Row String)))))
(assert (= l (go (car l) (go (car (cdr l)) (cdr (cdr l))))))
(set-info :status sat)
(check-sat)
