(declare-const x (let Int))
