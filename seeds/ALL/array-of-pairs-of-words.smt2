; An array whose entries are pairs of a word and a number.
(set-logic ALL)
(declare-datatypes ((P 0)) (((mk (w String) (n Int)))))
(declare-const a (Array Int P)) (declare-const i Int)
(assert (= (n (select a i)) (str.len (w (select a i)))))
(assert (= (select (store a 2 (mk "ab" 2)) i) (mk "ab" 2)))
(assert (str.prefixof "a" (w (select a i)))) (assert (> (n (select a i)) 2))
(set-info :status sat)
(check-sat)
