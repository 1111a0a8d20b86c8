(declare-const x Int)(declare-datatypes ((A 0)) ( ; belongs to the second
 ((a1) (c (h A)))))
(assert (> x 0)) ; belongs to the assertion
(assert (= (to_real 1.5) 1.5))
