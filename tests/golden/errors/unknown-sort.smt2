(declare-const x Itn)
