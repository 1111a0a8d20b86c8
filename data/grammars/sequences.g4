// Sequences of integers, as z3 and cvc5 both have them.
grammar Sequences;
int_term: '0' | '1' | 'i'
        | '(+' int_term int_term ')'
        | '(seq.len' seq_term ')'
        | '(seq.indexof' seq_term seq_term int_term ')'
        | '(seq.nth' seq_term int_term ')';
seq_term: '(as seq.empty (Seq Int))' | 'a' | 'b'
        | '(seq.unit' int_term ')'
        | '(seq.++' seq_term seq_term ')'
        | '(seq.at' seq_term int_term ')'
        | '(seq.extract' seq_term int_term int_term ')'
        | '(seq.replace' seq_term seq_term seq_term ')';
bool_term: '(not' bool_term ')'
         | '(' ('and' | 'or') bool_term bool_term ')'
         | '(' ('=' | 'distinct' | 'seq.prefixof' | 'seq.suffixof' | 'seq.contains') seq_term seq_term ')'
         | '(' ('=' | '<=') int_term int_term ')';
start: '(declare-const a (Seq Int))' '(declare-const b (Seq Int))' '(declare-const i Int)'
       '(assert' bool_term ')' '(check-sat)';
