// Several theories in one formula: Booleans, integers, reals, strings, bit-vectors and arrays.
grammar Mixed;
int_term: '0' | '1' | 'i'
        | '(' ('+' | '*' | 'div') int_term int_term ')'
        | '(to_int' real_term ')'
        | '(str.len' str_term ')'
        | '(bv2nat' bv_term ')'
        | '(select' arr_term str_term ')';
real_term: '1.0' | 'r'
         | '(' ('+' | '*' | '/') real_term real_term ')'
         | '(to_real' int_term ')';
str_term: '"a"' | 's'
        | '(str.++' str_term str_term ')'
        | '(str.at' str_term int_term ')'
        | '(str.from_int' int_term ')';
bv_term: '#x0f' | 'v'
       | '(' ('bvadd' | 'bvudiv' | 'bvshl') bv_term bv_term ')'
       | '(ite' bool_term bv_term bv_term ')';
arr_term: 'm' | '(store' arr_term str_term int_term ')';
bool_term: 'p'
         | '(not' bool_term ')'
         | '(' ('and' | 'or' | '=') bool_term bool_term ')'
         | '(' ('=' | '<=') int_term int_term ')'
         | '(' ('=' | '<') real_term real_term ')'
         | '(' ('=' | 'str.prefixof') str_term str_term ')'
         | '(' ('=' | 'bvult') bv_term bv_term ')'
         | '(=' arr_term arr_term ')';
start: '(declare-const p Bool)' '(declare-const i Int)' '(declare-const r Real)'
       '(declare-const s String)' '(declare-const v (_ BitVec 8))'
       '(declare-const m (Array String Int))'
       '(assert' bool_term ')' '(check-sat)';
