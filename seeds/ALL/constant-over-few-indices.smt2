; An array over two bits that is constant but for its writes.
(set-logic ALL)
(declare-const a (Array (_ BitVec 2) (_ BitVec 2))) (declare-const i (_ BitVec 2)) (declare-const j (_ BitVec 2))
(assert (= a (store (store ((as const (Array (_ BitVec 2) (_ BitVec 2))) #b01) i #b10) j #b11)))
(assert (= (select a #b00) #b10)) (assert (= (bvadd i j) #b11))
(set-info :status sat)
(check-sat)
