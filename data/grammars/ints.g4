// Formulas of the integers: two variables, one assertion.
grammar Ints;
type_int: 'Int';
int_const: '0' | '1';
var: 'a' | 'b';
uop_int: '-' | 'abs';
bop_int: '+' | '-' | '*' | 'div' | 'mod';
int_term: int_const | var
        | '(' uop_int int_term ')'
        | '(' bop_int int_term int_term ')';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
binop_int_bool: '=' | '>' | '<' | '>=' | '<=';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' binop_int_bool int_term int_term ')';
decl_csts: '(declare-const' 'a' type_int ')'
         '(declare-const' 'b' type_int ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt check_sat;
