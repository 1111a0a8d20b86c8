(assert (let a true))
