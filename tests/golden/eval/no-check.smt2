; Without a check, all that is asserted is judged at the end.
(assert (= (str.replace_re "abcbc" (re.+ (str.to_re "bc")) "x") "axbc"))
