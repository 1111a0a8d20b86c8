// Formulas of arrays of bit-vectors: five variables, two assertions.
grammar Arrays5;
type_arr: '(Array (_ BitVec 64) (_ BitVec 64))';
type_bv: '(_ BitVec 64)';
bv_const: '#x0000000000000000' | '#x1111111111111111';
var_a: 'a' | 'c';
var_b: 'b' | 'd' | 'e';
uop_bv: 'bvnot' | 'bvneg';
bop_bv: 'bvand' | 'bvor' | 'bvadd' | 'bvmul'
      | 'bvudiv' | 'bvurem' | 'bvshl' | 'bvlshr';
bv_term: bv_const | var_b
       | '(' uop_bv bv_term ')'
       | '(' bop_bv bv_term bv_term ')'
       | '(select' arr_term bv_term ')';
arr_term: var_a
        | '(store' arr_term bv_term bv_term ')';
bop_arr: '=' | 'distinct';
bool_term: '(' bop_arr arr_term arr_term ')';
decl_csts: '(declare-const' 'a' type_arr ')'
         '(declare-const' 'c' type_arr ')'
         '(declare-const' 'b' type_bv ')'
         '(declare-const' 'd' type_bv ')'
         '(declare-const' 'e' type_bv ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt assert_stmt check_sat;
