; A letter shifted by three in the alphabet, with wrap-around.
(set-logic QF_SLIA)
(declare-const p String) (declare-const c String)
(define-fun shift ((x Int)) Int (+ 97 (mod (+ (- x 97) 3) 26)))
(assert (= p "y"))
(assert (= (str.to_code c) (shift (str.to_code p))))
(assert (str.< c p))
(set-info :status sat)
(check-sat)
