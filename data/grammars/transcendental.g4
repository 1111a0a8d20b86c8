// The reals with sine, cosine and tangent, which SMT-LIB does not have.
grammar Transcendental;
type_real: 'Real';
real_const: '0.0' | '1.0';
var: 'a' | 'b';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
binop_real_bool: '=' | '>' | '<' | '>=' | '<=';
uop_real: '-' | 'sin' | 'cos' | 'tan';
binop_real: '+' | '-' | '*' | '/';
real_term: real_const | var
         | '(' uop_real real_term ')'
         | '(' binop_real real_term real_term ')';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' binop_real_bool real_term real_term ')';
decl_csts: '(declare-const' 'a' type_real ')'
         '(declare-const' 'b' type_real ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt check_sat;
