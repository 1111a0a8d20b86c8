; operators that only this script knows
(my.double Int Int)
(my.twice Int Int Int :left-assoc)
((_ my.shift n) Int Int)
(my.test Int Bool)
