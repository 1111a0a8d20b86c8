(check-sat)   (exit)   ; why it ends here

   (no command)  "and no
 token

