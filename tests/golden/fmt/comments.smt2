; The first comment of the file.
;; Two semicolons, and trailing blanks.   	
(set-logic QF_LIA) ; behind a command
; right before a declaration
(declare-const x Int)

; a comment on its own


; another, after two blank lines
(assert ; inside, after the name
  (> x ; inside, between arguments
     0)) ; behind the last parenthesis
(echo "a string; no comment") ; but this is one
(declare-const |a;b| Int)
(check-sat)
;comment at the very end without a line feed