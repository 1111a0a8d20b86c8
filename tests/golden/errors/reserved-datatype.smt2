(declare-datatype let ((c)))
