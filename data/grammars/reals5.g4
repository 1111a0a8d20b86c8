// Formulas of the reals: five variables, two assertions.
grammar Reals5;
type_real: 'Real';
real_const: '0.0' | '1.0';
var: 'a' | 'b' | 'c' | 'd' | 'e';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
binop_real_bool: '=' | '>' | '<' | '>=' | '<=';
uop_real: '-';
binop_real: '+' | '-' | '*' | '/';
real_term: real_const | var
         | '(' uop_real real_term ')'
         | '(' binop_real real_term real_term ')';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' binop_real_bool real_term real_term ')';
decl_csts: '(declare-const' 'a' type_real ')'
         '(declare-const' 'b' type_real ')'
         '(declare-const' 'c' type_real ')'
         '(declare-const' 'd' type_real ')'
         '(declare-const' 'e' type_real ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt assert_stmt check_sat;
