; An array indexed by a datatype: different keys, different cells.
(set-logic AUFDTLIA)
(declare-datatypes ((Key 0)) (((anon) (named (nr Int)))))
(declare-const a (Array Key Int))
(declare-fun boost (Key) Int)
(assert (= (select a anon) (select a (named 4))))
(assert (exists ((k Key)) (and ((_ is named) k) (> (select a k) (+ (select a anon) (boost k))) (< 0 (boost k)))))
(set-info :status sat)
(check-sat)
