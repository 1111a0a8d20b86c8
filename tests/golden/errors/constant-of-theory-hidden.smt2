(declare-const re.none Bool)
(declare-const s String)
(assert (and re.none (str.in_re s (as re.none RegLan))))
