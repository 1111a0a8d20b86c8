(wibble Int Bool)
