(declare-datatypes ((A 0) (B 0))
  (((a (to-b B)))
   ((b (to-a A)) (c (also-a A)))))
