(assert (= 1 (choice ((x Int) (y Int)) (> x y))))
