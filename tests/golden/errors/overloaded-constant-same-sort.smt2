(declare-const c Int)
(declare-fun c () Int)
