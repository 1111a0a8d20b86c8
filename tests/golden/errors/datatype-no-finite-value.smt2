(declare-datatype Stream ((cons (head Int) (tail Stream))))
