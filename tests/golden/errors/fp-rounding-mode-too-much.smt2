(declare-const f Float32)
(declare-const d Float64)
(assert (= (fp.rem RNE f f) f))
