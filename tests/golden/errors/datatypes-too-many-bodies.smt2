(declare-datatypes ((T 0)) (((t)) ((u))))
