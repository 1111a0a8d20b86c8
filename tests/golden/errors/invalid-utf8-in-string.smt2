(declare-const s String)
(assert (= s "äöü-�("))
