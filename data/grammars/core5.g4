// Formulas of the Booleans: five variables, two assertions.
grammar Core5;
type_bool: 'Bool';
bool_const: 'true' | 'false';
var: 'a' | 'b' | 'c' | 'd' | 'e';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
bool_term: bool_const | var
         | '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')';
decl_csts: '(declare-const' 'a' type_bool ')'
         '(declare-const' 'b' type_bool ')'
         '(declare-const' 'c' type_bool ')'
         '(declare-const' 'd' type_bool ')'
         '(declare-const' 'e' type_bool ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt assert_stmt check_sat;
