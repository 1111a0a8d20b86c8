// Formulas of the Booleans: two variables, one assertion.
grammar Core;
type_bool: 'Bool';
bool_const: 'true' | 'false';
var: 'a' | 'b';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
bool_term: bool_const | var
         | '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')';
decl_csts: '(declare-const' 'a' type_bool ')'
         '(declare-const' 'b' type_bool ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt check_sat;
