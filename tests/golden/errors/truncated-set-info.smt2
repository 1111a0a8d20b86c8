(set-info :source |a script|
