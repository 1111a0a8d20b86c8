; A constant array of words with one write; the rest keeps the empty word.
(set-logic ALL)
(declare-const a (Array Int String)) (declare-const k Int)
(assert (= a (store ((as const (Array Int String)) "") 4 (str.from_int k))))
(assert (= (str.++ (select a 3) (select a 4)) "19"))
(set-info :status sat)
(check-sat)
