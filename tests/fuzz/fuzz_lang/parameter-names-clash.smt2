(define-fun f ((x_1 Int) (x Int) (x Int)) Int (+ x x))
(define-fun take ((a_rather_long_name Int) (a_rather_long_name Int)) Int
  (+ a_rather_long_name (* a_rather_long_name a_rather_long_name)))
