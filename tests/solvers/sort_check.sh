#!/usr/bin/env bash
# Asks solvers whether they find the same terms well-sorted as momus: for every row of ops.def,
# some applications as its signature says, and some with a sort, an argument or an index changed.
#
#   sort_check.sh [-s SEED] [-k DIR]
#
#   -s SEED   makes other applications (default 1)
#   -k DIR    keep what was asked and answered there
#
# A solver has an opinion about an application if it knows the sorts of its constants, and
# takes at least one application of the row that momus takes, too. Then
#
#   passed    of the opinions, one agrees if momus takes it, all agree if momus refuses it;
#             or it is one of the known differences below
#   skipped   no solver has an opinion
#   failed    too lax:    momus takes it (with this sort), no solver does
#             too strict: momus refuses it, a solver takes it
#
# momus is $MOMUS_RELEASE, or that of build/release. Status: 0 if nothing failed, 1 otherwise,
# 2 on wrong usage.

set -eu

usage() {
    echo "usage: ${0##*/} [-s SEED] [-k DIR]" >&2
    exit 2
}

seed=1
keep=
while getopts s:k: option; do
    case $option in
    s) seed=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $seed =~ ^[0-9]+$ && $# -eq 0 ]] || usage

# The differences that we know, of the versions in Debian 12 (z3 4.8.12, cvc5 1.0.3, cvc4 1.8).
#
#   strict SOLVER KIND ROWS TERM   momus refuses, the solver takes
#   lax    -      KIND ROWS TERM   momus takes, solvers refuse
#
# KIND and ROWS are extended regular expressions for the whole field, TERM for a part of the
# declarations and the command. What stands behind # is the reason.
known_differences() {
    cat <<'EOF'
strict z3        index     .*                         \(_ [^ ()]+ 1\)     # z3 ignores an index where there is none
strict z3        less      DISTINCT|.*_[LG][TE]       .                   # z3 takes one argument where others want two
strict z3        less      BV_CONCAT.*|BV_XNOR        .                   # z3 takes one argument where others want two
strict z3,cvc4   more      BV_XNOR                    .                   # the standard has it with two arguments only
strict z3        .*        .*                         \(Set               # for z3 a set is an array of Bool
strict z3        .*        SET_.*                     \(Array             # for z3 a set is an array of Bool
strict z3        index     ARRAY_EXT                  \(array-ext         # z3 takes array-ext without its index
strict z3        less      BV_FROM_BOOLS              mkbv\)              # z3 has bit-vectors without bits
strict z3        .*        FP_OF_PARTS                .                   # z3 looks at no width in to_fp of three bit-vectors
strict z3        sort      INT2BV                     .                   # z3 takes an argument of any sort
strict z3        sort|more INT_(DIV|MOD|REM)0?        .                   # z3 takes a Real for an Int here
strict z3        .*        RE_LOOP.*                  .                   # z3 takes bounds as indices and as arguments at once
strict z3        more      RE_ALL                     .                   # z3 takes re.all with any argument
strict z3        sort      STR_TO_RE_SEQ              \(Seq               # z3 has languages over all sequences
strict cvc5      index     FP_TO_[SU]BV               bv 0\)              # cvc5 takes the width 0, which is none
strict cvc5      index     INT_DIVISIBLE|INT_IAND     \(_ [a-z]+ 0\)      # cvc5 takes the index 0
strict cvc5,cvc4 sort      (STR|SEQ)_(PRE|SUF)FIXOF.* .                   # cvc does not look at the second argument
strict cvc5      sort      STR_.*                     \(Seq               # cvc5 takes names of strings for sequences, too
strict cvc5      sort      (STR|SEQ)_UPDATE           .                   # cvc5 takes any two sequences
strict z3,cvc5   sort      SEQ_NTH.*                  String              # of strings it has a sort of characters, or Int
strict cvc5,cvc4 less      TUPLE.*                    .                   # before tuple.unit, this was the unit tuple
strict cvc5      sort      REL_IDEN                   .                   # cvc5 takes what is no set
lax    -         nary|more STR_L[TE]                  .                   # chainable, as the standard says; no solver knows
lax    -         less      SET_.*|BAG_.*|SEP_STAR     .                   # one argument, which others take of and, +, bvadd
lax    -         .*        SET_MINUS_OLD              .                   # setminus is read like set.minus, which takes more than two
lax    -         .*        SET_(EMPTY|UNIVERSE)_OLD   \(Seq               # cvc4 has no sequences
lax    -         .*        .*                         \([A-Z].* RegLan\) # cvc has no sorts with RegLan inside
lax    -         .*        .*                         UnitTuple           # the name is younger than cvc5 1.0.3
lax    -         sort|more FP_OF_(INT|.*EXP.*)        .                   # an Int for a Real: solvers do not take it everywhere
lax    -         sort|more ARRAY_EQRANGE_REAL|REAL_.*0 .                  # an Int for a Real: solvers do not take it everywhere
EOF
}

# Rows that none of these versions knows. Of a wrong row no solver takes anything, either: so
# when all three are there, any other that nobody knows counts as a failure.
unknown_rows="
BV_NEGO UBV_TO_INT SBV_TO_INT INT_TO_BV BV_ITE BV_ULTBV BV_SLTBV NAT2BV BV_BIT_AT BV_FROM_BOOLS_AT
FP_MIN_TOTAL FP_MAX_TOTAL FP_TO_UBV_TOTAL FP_TO_SBV_TOTAL FP_TO_REAL_TOTAL INT_POW INT_LOG2
INT_ISPOW2 INT_DIV_TOTAL INT_MOD_TOTAL REAL_DIV_TOTAL STR_FROM_SBV STR_TO_CODE_CVC4
STR_REPLACE_ALL_CVC4 STR_TO_RE_SEQ_NEW STR_IN_RE_SEQ_NEW SEQ_MAP SEQ_MAP_ARRAY SEQ_MAPI SEQ_FOLDL
SEQ_FOLDLI SEQ_FOLD_LEFT SEQ_FOLD_LEFTI SET_IS_EMPTY SET_ALL SET_SOME SET_IS_SINGLETON_OLD
BAG_SETOF BAG_ALL BAG_SOME TUPLE_UNIT TUPLE_SELECT_OLD TUPLE_UPDATE_OLD TUPLE_PROJECT_OLD
REL_TABLE_JOIN REL_IDEN_OLD REL_JOIN_IMAGE_OLD FF_ADD FF_MUL FF_NEG FF_BITSUM
"

top=$(cd "$(dirname "$0")/../.." && pwd)
momus=${MOMUS_RELEASE:-$top/build/release/momus}
library=$top/build/release/libmomus.a
[ -x "$momus" ] || { echo "${0##*/}: no program $momus" >&2; exit 2; }

solvers=()
for solver in z3 cvc5 cvc4; do
    if command -v "$solver" >/dev/null; then
        solvers+=("$solver")
    else
        echo "skip: $solver is not there; going on without it"
    fi
done
if [ ${#solvers[@]} -eq 0 ]; then
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
if ! command -v gcc >/dev/null || [ ! -f "$library" ]; then
    echo "skip: needs gcc and ${library#"$top"/}, which make builds"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi

if [ -n "$keep" ]; then
    mkdir -p "$keep"
    work=$(cd "$keep" && pwd)
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi

# -- what is asked ------------------------------------------------------------

# cases.tsv has a line for each: ROW KIND DECLARATIONS COMMAND; its number is that of the line.
gcc -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -I"$top/src" -I"$top/tests/unit" \
    -o "$work/applications" "$top/tests/solvers/applications.c" "$library" -lgmp
"$work/applications" "$seed" >"$work/cases.tsv"
row=() kind=() declarations=() command=() # by case
while IFS=$'\t' read -r -d $'\n' a b c d; do
    row+=("$a") kind+=("$b") declarations+=("$c") command+=("$d")
done < <(sed 's/\t\t/\t \t/' "$work/cases.tsv") # read would take two tabs for one
total=${#row[@]}

# -- answers ------------------------------------------------------------------

# Marks tell how far a solver came: @d behind the declarations of a case, @c behind its command.
print_queries() {
    local case
    printf '%s\n' "(declare-sort U 0)"
    for case; do
        printf '%s\n(echo "@d")\n%s\n(echo "@c")\n' "${declarations[case]}" "${command[case]}"
    done
}

# read_answers CASE...: from what a solver printed, "CASE yes|no|none" for each that it came to;
# none if it does not know the sorts of the constants, or ended without a word. Sets reached to
# how many these are.
read_answers() {
    local line place=d verdict=yes
    reached=0
    while IFS= read -r line; do
        case $line in
        CVC4\>*) ;; # the echo of what it reads
        @d | '"@d"') place=c ;;
        @c | '"@c"')
            shift_answer "$1" "$verdict"
            shift
            place=d verdict=yes
            ;;
        *'(error'*)
            [ "$verdict" != yes ] || { [ $place = d ] && verdict=none || verdict=no; }
            ;;
        esac
    done
    if [ $# -gt 0 ]; then
        [ "$verdict" != yes ] || verdict=none
        shift_answer "$1" "$verdict"
    fi
}
shift_answer() {
    echo "$1 $2" >>"$answers"
    reached=$((reached + 1))
}

# ask SOLVER CASE...: appends its answers to the file $answers. cvc5 stops at an error, and any
# solver may crash: then the rest is asked anew.
ask() {
    local solver=$1 size=5000
    local -a solve
    shift
    case $solver in
    z3) solve=(z3 -smt2 -in) ;; # without a logic it knows more names
    cvc5) solve=(cvc5 -q --lang=smt2.6 --force-logic=HO_ALL --fp-exp --arrays-exp) size=12 ;;
    cvc4) solve=(cvc4 -q --lang=smt2.6 --force-logic=ALL --interactive) ;;
    esac
    while [ $# -gt 0 ]; do
        print_queries "${@:1:size}" >"$work/query.smt2"
        { timeout 60 "${solve[@]}" <"$work/query.smt2" >"$work/printed" 2>&1 || true; } 2>/dev/null
        read_answers "${@:1:size}" <"$work/printed"
        shift "$reached"
    done
}

# momus reads one file for each case.
ask_momus() {
    local files=$work/files
    rm -rf "$files"
    mkdir "$files"
    awk -F'\t' -v dir="$files" '{
        file = sprintf("%s/%d.smt2", dir, NR - 1)
        print "(set-logic ALL)\n(declare-sort U 0)\n" $3 "\n" $4 >file
        close(file)
    }' "$work/cases.tsv"
    "$momus" fmt --check "$files" >"$work/momus.out" 2>&1 || true
    sed -nE 's|^.*/files/([0-9]+)\.smt2:[0-9]+:[0-9]+:.*|\1|p' "$work/momus.out" | sort -un |
        awk -v total="$total" '{ no[$1] = 1 }
            END { for (i = 0; i < total; i++) print i, (i in no) ? "no" : "yes" }'
}

# ask_all SOLVER: first what is well-sorted, then the rest of the rows that it knows. Debian
# builds cvc4 without floats: it looks at no argument of to_fp, so nobody asks it.
ask_all() {
    local solver=$1 case verdict
    local -A knows=()
    local -a good=() rest=()
    answers=$work/$solver.txt
    : >"$answers"
    for case in "${!row[@]}"; do
        [[ ${kind[case]} != good || $solver/${row[case]} == cvc4/FP* ]] || good+=("$case")
    done
    ask "$solver" "${good[@]}"
    while read -r case verdict; do
        [ "$verdict" != yes ] || knows[${row[case]}]=yes
    done <"$answers"
    for case in "${!row[@]}"; do
        if [ "${kind[case]}" != good ] && [ -n "${knows[${row[case]}]:-}" ]; then
            rest+=("$case")
        fi
    done
    ask "$solver" "${rest[@]}"
}

ask_momus >"$work/momus.txt"
for solver in "${solvers[@]}"; do
    start=$SECONDS
    ask_all "$solver"
    echo "$solver: $(wc -l <"$work/$solver.txt") of $total applications in $((SECONDS - start)) s"
done

# -- judge --------------------------------------------------------------------

known_differences >"$work/known"
awk -F'\t' -v work="$work" -v solvers="${solvers[*]}" -v unknown_rows="${unknown_rows//$'\n'/ }" '
    function read_answers(who,    line, field) {
        while ((getline line <(work "/" who ".txt")) > 0) {
            split(line, field, " ")
            answer[who, field[1]] = field[2]
        }
    }
    function read_known(    line, field, rest) {
        while ((getline line <(work "/known")) > 0) {
            if (split(line, field, " ") < 5)
                continue
            n_known++
            way[n_known] = field[1]; who_is[n_known] = field[2]
            kinds[n_known] = "^(" field[3] ")$"; rows[n_known] = "^(" field[4] ")$"
            rest = line
            sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +/, "", rest)
            reason[n_known] = rest; sub(/^.*# */, "", reason[n_known])
            sub(/ *#.*$/, "", rest)
            part[n_known] = rest
        }
    }
    # The known difference that it is, 0 if none; `takers` have taken it.
    function find_known(direction, takers, i,    k, t, list, n, all) {
        for (k = 1; k <= n_known; k++) {
            if (way[k] != direction || kind[i] !~ kinds[k] || row[i] !~ rows[k] ||
                declarations[i] " " command[i] !~ part[k])
                continue
            n = split(takers, list, " ")
            all = 1
            for (t = 1; t <= n; t++)
                if (who_is[k] != "-" && index("," who_is[k] ",", "," list[t] ",") == 0)
                    all = 0
            if (all)
                return k
        }
        return 0
    }
    { row[NR - 1] = $1; kind[NR - 1] = $2; declarations[NR - 1] = $3; command[NR - 1] = $4 }
    END {
        n_solvers = split(solvers, solver, " ")
        read_answers("momus")
        for (s = 1; s <= n_solvers; s++)
            read_answers(solver[s])
        read_known()
        for (i = 0; i < NR; i++)
            for (s = 1; s <= n_solvers; s++)
                if (answer["momus", i] == "yes" && answer[solver[s], i] == "yes")
                    knows[solver[s], row[i]] = 1
        for (i = 0; i < NR; i++) {
            yes = ""; no = ""
            for (s = 1; s <= n_solvers; s++)
                if (((solver[s], row[i]) in knows) && answer[solver[s], i] ~ /^(yes|no)$/) {
                    if (answer[solver[s], i] == "yes")
                        yes = yes " " solver[s]
                    else
                        no = no " " solver[s]
                }
            takes = answer["momus", i] == "yes"
            if (yes == "" && no == "") {
                skipped++
                continue
            }
            if (takes ? yes != "" : yes == "") {
                passed++
                continue
            }
            direction = takes ? "lax" : "strict"
            k = find_known(direction, takes ? "" : yes, i)
            if (k > 0) {
                passed++
                used[k]++
                continue
            }
            failed++
            print "FAILED: too " direction ": " row[i] " " kind[i] ":" \
                (takes ? " refused by" no : " taken by" yes ) ": " declarations[i] " " command[i]
        }
        n_unknown = split(unknown_rows, list, " ")
        for (k = 1; k <= n_unknown; k++)
            expected[list[k]] = 1
        for (i = 0; i < NR; i++)
            if (!(row[i] in seen)) {
                seen[row[i]] = 1
                anyone = 0
                for (s = 1; s <= n_solvers; s++)
                    if ((solver[s], row[i]) in knows)
                        anyone = 1
                if (!anyone && n_solvers == 3 && !(row[i] in expected)) {
                    failed++
                    print "FAILED: no solver takes any application of " row[i] ", as " command[i]
                }
                unknown += !anyone
            }
        print unknown + 0 " rows are known to no solver"
        for (k = 1; k <= n_known; k++)
            if (used[k] > 0)
                printf "known: %3d %s: %s\n", used[k],
                    way[k] == "lax" ? "laxer than all" : "stricter than " who_is[k], reason[k]
        print passed + 0 " passed, " failed + 0 " failed, " skipped + 0 " skipped"
        exit failed > 0
    }' "$work/cases.tsv"
