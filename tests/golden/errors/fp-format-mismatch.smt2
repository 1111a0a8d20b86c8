(declare-const f Float32)
(declare-const d Float64)
(assert (= (fp.add RNE f d) f))
