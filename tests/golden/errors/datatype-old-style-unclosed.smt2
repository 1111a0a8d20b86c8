(declare-datatypes (T) ((List nil (cons (hd T) (tl List)))
