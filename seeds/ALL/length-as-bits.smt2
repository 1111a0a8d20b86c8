; The length of a word, counted in bits.
(set-logic ALL)
(declare-const w String) (declare-const b (_ BitVec 3))
(assert (= b ((_ int2bv 3) (str.len w))))
(assert (= b #b010)) (assert (str.prefixof "ab" w)) (assert (not (= w "ab"))) (assert (< (str.len w) 12))
(set-info :status sat)
(check-sat)
