// Formulas of strings: two variables, one assertion.
grammar Strings;
type_str: 'String';
str_const: '""' | '"a"';
int_const: '0' | '1';
regex_const: 're.none' | 're.all' | 're.allchar' | '(re.range "a" "b")';
var: 'a' | 'b';
bop_str: 'str.++';
top_str: 'str.replace' | 'str.replace_all';
uop_int_str: 'str.from_int';
uop_regex: 're.comp' | 're.*' | 're.+' | 're.opt';
bop_regex: 're.union' | 're.inter' | 're.++' | 're.diff';
binop_bool: 'and' | 'or' | 'xor' | '=' | 'distinct';
bop_str_bool: '=' | 'distinct' | 'str.<='
            | 'str.prefixof' | 'str.suffixof' | 'str.contains';
str_term: str_const | var
        | '(' bop_str str_term str_term ')'
        | '(' top_str str_term str_term str_term ')'
        | '(str.at' str_term int_term ')'
        | '(str.substr' str_term int_term int_term ')'
        | '(' uop_int_str int_term ')';
int_term: int_const
        | '(str.len' str_term ')'
        | '(str.to_int' str_term ')'
        | '(str.indexof' str_term str_term int_term ')';
regex_term: regex_const
          | '(' uop_regex regex_term ')'
          | '(' bop_regex regex_term regex_term ')'
          | '(str.to_re' str_term ')';
bool_term: '(not' bool_term ')'
         | '(' binop_bool bool_term bool_term ')'
         | '(ite' bool_term bool_term bool_term ')'
         | '(' bop_str_bool str_term str_term ')'
         | '(str.is_digit' str_term ')'
         | '(str.in_re' str_term regex_term ')';
decl_csts: '(declare-const' 'a' type_str ')'
         '(declare-const' 'b' type_str ')';
assert_stmt: '(assert' bool_term ')';
check_sat: '(check-sat)';
start: decl_csts assert_stmt check_sat;
