(set-info :smt-lib-version 2.6)
(set-info :status sat)
(set-info :source |
  Written by hand,
  over several lines.
|)
(set-info :license "https://creativecommons.org/licenses/by/4.0/")
(set-info :notes   (a   (b c)   "d  e"  |f  g| :h  1.50  #xAB))
(set-info :empty)
(set-option :produce-models   true)
(set-option :random-seed 42)
(set-option :timeout 10.5)
(set-option :diagnostic-output-channel "stderr")
(set-option :smt.arith.solver 2)
(set-logic QF_LIA)
