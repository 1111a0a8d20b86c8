; No square is 2 modulo 16, whatever the constants are.
(declare-datatype Color ((red) (green) (blue)))
(declare-const a (_ BitVec 4))
(declare-const c Color)
(declare-const p Bool)
(assert (=> p (= (bvmul a a) #x2)))
(assert (or p (distinct c red green blue)))
(check-sat)
