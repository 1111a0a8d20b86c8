; a comment first
(set-info :status sat)
(set-option :produce-models true)
(declare-const b (_ BitVec 8))
(assert (forall ((c (_ BitVec 8))) (bvule b c)))
