// Formulas of integers and reals: five variables, two assertions.
grammar RealInts5;
type_real: 'Real';
type_int: 'Int';
int_const: '0' | '1';
real_const: '0.0' | '1.0';
var_a: 'a' | 'b' | 'c';
var_b: 'd' | 'e';
uop_int: '-' | 'abs';
bop_int: '+' | '-' | '*' | 'div' | 'mod';
int_term: int_const | var_a
        | '(' uop_int int_term ')'
        | '(' bop_int int_term int_term ')'
        | '(to_int' real_term ')';
uop_real: '-';
binop_real: '+' | '-' | '*' | '/';
real_term: real_const | var_b
         | '(' uop_real real_term ')'
         | '(' binop_real real_term real_term ')'
         | '(to_real' int_term ')';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
binop_real_bool: '=' | '>' | '<' | '>=' | '<=';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' binop_real_bool real_term real_term ')'
         | '(is_int' real_term ')';
decl_csts: '(declare-const' 'a' type_int ')'
         '(declare-const' 'b' type_int ')'
         '(declare-const' 'c' type_int ')'
         '(declare-const' 'd' type_real ')'
         '(declare-const' 'e' type_real ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt assert_stmt check_sat;
