// Integers asserted, checked, pushed and popped.
grammar Incremental;
int_term: '0' | '1' | 'a' | 'b'
        | '(' ('+' | '-' | '*') int_term int_term ')';
bool_term: 'p'
         | '(not' bool_term ')'
         | '(' ('and' | 'or' | '=') bool_term bool_term ')'
         | '(' ('=' | '<' | '<=') int_term int_term ')';
assert_stmt: '(assert' bool_term ')';
step: assert_stmt+ '(check-sat)'
    | '(push 1)' step+ '(pop 1)';
start: '(declare-const p Bool)' '(declare-const a Int)' '(declare-const b Int)'
       step+ '(check-sat)';
