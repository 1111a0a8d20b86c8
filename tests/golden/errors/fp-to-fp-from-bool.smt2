(assert (fp.isNaN ((_ to_fp 8 24) RNE true)))
