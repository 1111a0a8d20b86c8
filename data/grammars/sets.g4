// Sets of integers, as cvc5 has them.
grammar Sets;
int_term: '0' | '1' | 'i'
        | '(+' int_term int_term ')'
        | '(set.card' set_term ')';
set_term: '(as set.empty (Set Int))' | 'a' | 'b'
        | '(set.singleton' int_term ')'
        | '(set.insert' int_term set_term ')'
        | '(' ('set.union' | 'set.inter' | 'set.minus') set_term set_term ')';
bool_term: '(not' bool_term ')'
         | '(' ('and' | 'or') bool_term bool_term ')'
         | '(' ('=' | 'distinct' | 'set.subset') set_term set_term ')'
         | '(set.member' int_term set_term ')'
         | '(' ('=' | '<=') int_term int_term ')';
start: '(declare-const a (Set Int))' '(declare-const b (Set Int))' '(declare-const i Int)'
       '(assert' bool_term ')' '(check-sat)';
