(declare-datatype S (par (let) ((c))))
