; A table of bit-vectors whose entry at some word length is all ones.
(set-logic ALL)
(declare-const t (Array Int (_ BitVec 4)))
(declare-const s String)
(assert (exists ((n Int)) (and (= n (str.len s)) (= (select t n) #xf))))
(assert (str.in_re s (re.+ (str.to_re "abc"))))
(assert (= (select t 3) #x0))
(set-info :status sat)
(check-sat)
