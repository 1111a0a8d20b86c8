; z3's form of declare-datatypes
(declare-datatypes () ((Color red green blue)))
(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))
(declare-datatypes (S T) ((Pair (mk-pair (first S) (second T)))))
(declare-datatypes () ((Tree leaf (node (left Tree) (mid Forest))) (Forest (none) (some (tree Tree)))))
(declare-const l (List Int))
(declare-const p (Pair Int (List Bool)))
(assert (= (head l) (first p)))
(assert (is-node (node leaf none)))
