(declare-const |数学| Int)
(assert (= |数学| |数字|))
