(assert (= (_ ; comment
 real_algebraic_number   <1*x^2 + (-2),
 (5/4, 3/2)>) 1.0))
