(declare-datatypes ((T 0) (T 0)) (((t)) ((u))))
