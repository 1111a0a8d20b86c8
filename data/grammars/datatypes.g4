// A chain of integers, an enumeration and a pair, with match.
grammar Datatypes;
colour_term: 'red' | 'green' | 'c'
           | '(colour' pair_term ')';
int_term: '0' | '1' | 'i'
        | '(+' int_term int_term ')'
        | '(first' chain_term ')'
        | '(number' pair_term ')'
        | '(match' chain_term '((end' int_term ') ((link h t) h)))';
chain_term: 'end' | 'l' | 'm'
         | '(link' int_term chain_term ')'
         | '(rest' chain_term ')'
         | '(ite' bool_term chain_term chain_term ')';
pair_term: 'p'
         | '(pair' colour_term int_term ')';
bool_term: '(not' bool_term ')'
         | '(' ('and' | 'or') bool_term bool_term ')'
         | '(' ('=' | '<') int_term int_term ')'
         | '(=' chain_term chain_term ')'
         | '(=' colour_term colour_term ')'
         | '(=' pair_term pair_term ')'
         | '(' ('(_ is end)' | '(_ is link)') chain_term ')'
         | '((_ is red)' colour_term ')';
start: '(declare-datatypes ((Chain 0) (Colour 0) (Pair 0)) (((end) (link (first Int) (rest Chain))) ((red) (green)) ((pair (colour Colour) (number Int)))))'
       '(declare-const l Chain)' '(declare-const m Chain)' '(declare-const c Colour)'
       '(declare-const p Pair)' '(declare-const i Int)'
       '(assert' bool_term ')' '(check-sat)';
