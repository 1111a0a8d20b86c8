; Empty names, reserved words and names in bars, each bound where a function of the same name is meant.
(declare-const |let| Int)(declare-const || Int)(declare-const |a b| Int)(declare-const |1| Int)
(assert (let ((a |let|) (b ||) (c |a b|) (d |1|)) (forall ((|let| Int) (|| Int) (|a b| Int) (|1| Int)) (distinct |let| || |a b| |1| a b c d))))
