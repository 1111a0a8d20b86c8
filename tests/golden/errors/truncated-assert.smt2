(assert
