// Integers and one quantifier, whose variable x stands only below it.
grammar Quantified;
type_int: 'Int';
int_const: '0' | '1';
var: 'a' | 'b';
bop_int: '+' | '-' | '*' | 'div' | 'mod';
int_term: int_const | var
        | '(' bop_int int_term int_term ')';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
binop_int_bool: '=' | '>' | '<=';
quantifier: 'forall' | 'exists';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' binop_int_bool int_term int_term ')'
         | '(' quantifier '((x Int))' inner_bool ')';
inner_int: int_const | var | 'x'
         | '(' bop_int inner_int inner_int ')';
inner_bool: '(not' inner_bool ')'
          | '(' binop_bool inner_bool inner_bool ')'
          | '(' binop_int_bool inner_int inner_int ')';
decl_csts: '(declare-const' 'a' type_int ')'
         '(declare-const' 'b' type_int ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt check_sat;
