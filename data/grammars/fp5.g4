// Formulas of floating-point numbers: five variables, two assertions.
grammar FP5;
type_fp: '(_ FloatingPoint 11 53)';
fp_const: '(fp #b0 #b00000000000 #x0000000000000)'
        | '(fp #b1 #b11111111111 #xfffffffffffff)';
var: 'a' | 'b' | 'c' | 'd' | 'e';
rm: 'RNE' | 'RNA' | 'RTP' | 'RTN' | 'RTZ';
bop_bool: '=' | 'distinct' | 'fp.leq' | 'fp.lt' | 'fp.eq' | 'fp.geq' | 'fp.gt';
uop_fp: 'fp.abs' | 'fp.neg';
bop_fp: 'fp.rem' | 'fp.min' | 'fp.max';
top_rm_fp: 'fp.add' | 'fp.sub' | 'fp.mul' | 'fp.div';
bop_rm_fp: 'fp.sqrt' | 'fp.roundToIntegral';
fp_term: fp_const | var
       | '(' uop_fp fp_term ')'
       | '(' top_rm_fp rm fp_term fp_term ')'
       | '(fp.fma' rm fp_term fp_term fp_term ')'
       | '(' bop_rm_fp rm fp_term ')'
       | '(' bop_fp fp_term fp_term ')';
bool_term: '(not' bool_term ')'
         | '(' bop_bool fp_term fp_term ')';
decl_csts: '(declare-const' 'a' type_fp ')'
         '(declare-const' 'b' type_fp ')'
         '(declare-const' 'c' type_fp ')'
         '(declare-const' 'd' type_fp ')'
         '(declare-const' 'e' type_fp ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt assert_stmt check_sat;
