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
# command. What stands behind # is the reason.
known_differences() {
    cat <<'EOF'
EOF
}

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
total=$(wc -l <"$work/cases.tsv")

# queries SOLVER FROM TO: these cases as a script. Marks tell how far a solver came: @d N behind
# the declarations of case N, @c N behind its command.
queries() {
    local logic=ALL
    [ "$1" != cvc5 ] || logic=HO_ALL
    awk -F'\t' -v from="$2" -v to="$3" -v logic="$logic" '
        BEGIN { print "(set-logic " logic ")"; print "(declare-sort U 0)" }
        NR >= from && NR <= to {
            print $3; print "(echo \"@d " NR "\")"; print $4; print "(echo \"@c " NR "\")"
        }
        NR > to { exit }' "$work/cases.tsv"
}

# answers FROM: reads what a solver printed, writes "N yes|no|none": none if it did not take
# the declarations. Stands still at the case that it does not reach the end of.
read_answers() {
    awk -v from="$1" '
        BEGIN { at = from; place = "d"; verdict = "yes" }
        /^CVC4>/ { next }
        /@[dc] [0-9]+/ {
            match($0, /@[dc] [0-9]+/)
            mark = substr($0, RSTART + 1, 1); number = substr($0, RSTART + 3, RLENGTH - 3)
            if (mark == "d") { place = "c"; next }
            print number, verdict
            at = number + 1; place = "d"; verdict = "yes"
            next
        }
        /\(error/ && at > 0 { if (verdict != "none") verdict = place == "d" ? "none" : "no" }
        END { print "end", at, verdict, place }'
}

# ask SOLVER: its answers, by case. cvc5 stops at an error, and any may crash: then the rest is
# asked anew.
ask() {
    local solver=$1 from=1 to size=$total stop verdict
    local -a command
    case $solver in
    z3) command=(z3 -smt2 -in) ;;
    cvc5) command=(cvc5 -q --lang=smt2.6 --fp-exp) size=12 ;;
    cvc4) command=(cvc4 -q --lang=smt2.6 --interactive) ;;
    esac
    while [ "$from" -le "$total" ]; do
        to=$((from + size - 1))
        [ "$to" -le "$total" ] || to=$total
        { queries "$solver" "$from" "$to" | timeout 60 "${command[@]}" >"$work/printed" 2>&1 ||
            true; } 2>/dev/null
        read_answers "$from" <"$work/printed" >"$work/read"
        grep -v '^end' "$work/read" || true
        read -r _ stop verdict _ < <(grep '^end' "$work/read")
        if [ "$stop" -le "$to" ]; then
            [ "$verdict" != yes ] || verdict=none # it ended without a word
            echo "$stop $verdict"
            stop=$((stop + 1))
        fi
        from=$stop
    done
}

# momus reads one file for each case.
ask_momus() {
    local files=$work/files
    rm -rf "$files"
    mkdir "$files"
    awk -F'\t' -v dir="$files" '{
        file = sprintf("%s/%d.smt2", dir, NR)
        print "(set-logic ALL)\n(declare-sort U 0)\n" $3 "\n" $4 >file
        close(file)
    }' "$work/cases.tsv"
    "$momus" fmt --check "$files" >"$work/momus.out" 2>&1 || true
    sed -nE 's|^.*/files/([0-9]+)\.smt2:[0-9]+:[0-9]+:.*|\1|p' "$work/momus.out" | sort -un |
        awk -v total="$total" '{ no[$1] = 1 }
            END { for (i = 1; i <= total; i++) print i, (i in no) ? "no" : "yes" }'
}

ask_momus >"$work/momus.txt"
for solver in "${solvers[@]}"; do
    start=$SECONDS
    ask "$solver" >"$work/$solver.txt"
    echo "$solver: $total applications in $((SECONDS - start)) s"
done

# -- judge --------------------------------------------------------------------

known_differences >"$work/known"
awk -F'\t' -v work="$work" -v solvers="${solvers[*]}" '
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
                (part[k] != "." && command[i] !~ part[k]))
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
    { row[NR] = $1; kind[NR] = $2; command[NR] = $4; declarations[NR] = $3 }
    END {
        n_solvers = split(solvers, solver, " ")
        read_answers("momus")
        for (s = 1; s <= n_solvers; s++)
            read_answers(solver[s])
        read_known()
        for (i = 1; i <= NR; i++)
            for (s = 1; s <= n_solvers; s++)
                if (answer["momus", i] == "yes" && answer[solver[s], i] == "yes")
                    knows[solver[s], row[i]] = 1
        for (i = 1; i <= NR; i++) {
            yes = ""; no = ""
            for (s = 1; s <= n_solvers; s++)
                if (((solver[s], row[i]) in knows) && answer[solver[s], i] != "none") {
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
        for (i = 1; i <= NR; i++)
            if (!(row[i] in seen)) {
                seen[row[i]] = 1
                anyone = 0
                for (s = 1; s <= n_solvers; s++)
                    if ((solver[s], row[i]) in knows)
                        anyone = 1
                if (!anyone)
                    unknown = unknown " " row[i]
            }
        if (unknown != "")
            print "no solver knows:" unknown
        for (k = 1; k <= n_known; k++)
            printf "known: %4d %s: %s\n", used[k], way[k] (who_is[k] == "-" ? "" : " than " who_is[k]), reason[k]
        print passed + 0 " passed, " failed + 0 " failed, " skipped + 0 " skipped"
        exit failed > 0
    }' "$work/cases.tsv"
