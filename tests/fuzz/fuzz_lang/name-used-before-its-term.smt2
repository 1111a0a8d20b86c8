; Empty names, reserved words and names in bars, each bound where a function of the str.to_re is meant.
(declare-const |let| Int)(declare-const || Int)(declare-const |a b| Int)(declare-const |1| Int)
(assert (let ((a (! |let| :named x)) (b ||) (c 5) (d |1|)) (forall ((t1 Int) (|let| Int) (|a b| Int) (|let| Int)) (distinct |let| || x |a b| |1| a b c d))))
