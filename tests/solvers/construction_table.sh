#!/bin/bash
# construction_table.sh [-s SOLVER]... [-S STRATEGY] [-t SECONDS] [-e EVERY] [-j JOBS] [-w WAY] [-k FOLDER]
#
# A suite by construction against solvers, and a table of what they say, in the shape of Table 4
# of the paper about strings: by category, and for unsatisfiable tests again with patterns.
#
#   -s SOLVER     z3, z3:z3str3, cvc5, cvc4 and, if it is installed, z3@5.2.0
#   -S STRATEGY   strings
#   -t SECONDS    for each solver and test (5)
#   -e EVERY      only each EVERY-th test of a category (1: all)
#   -j JOBS       at once (1)
#   -w WAY        of asking, as momus solve has it (spawn; reset is faster where starting takes long)
#   -k FOLDER     where the tests and what momus solve said about them stay (none)
#
# IM: a model that the evaluator of momus finds false. IC: a core that is satisfiable by a witness.
# ic: a core with more than the expected one, where that is minimal; z3 is asked to minimise, cvc5
# and cvc4 are not: it is no bug. S, U, K, T: sat, unsat, unknown, timeout or out of memory. E: error,
# crash, refused. An S on an unsatisfiable test and a U on a satisfiable one are soundness bugs; all
# of these are listed with their files.
set -u
momus=${MOMUS_RELEASE:-build/release/momus}
solvers=() strategy=strings seconds=5 every=1 jobs=1 way=spawn keep=
usage() {
    sed -n '2s/^# /usage: /p' "$0" >&2
    exit 2
}
while getopts s:S:t:e:j:w:k: option; do
    case $option in
    s) solvers+=(-s "$OPTARG") ;;
    S) strategy=$OPTARG ;;
    t) seconds=$OPTARG ;;
    e) every=$OPTARG ;;
    j) jobs=$OPTARG ;;
    w) way=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) usage ;;
    esac
done
if [ ${#solvers[@]} -eq 0 ]; then
    solvers=(-s z3='z3 -smt2 smt.core.minimize=true {file}'
        -s z3str3='z3 -smt2 smt.core.minimize=true smt.string_solver=z3str3 {file}' -s cvc5 -s cvc4)
    "$momus" solvers -s z3@5.2.0 >/dev/null 2>&1 && solvers+=(-s z3@5.2.0)
fi
folder=$keep
[ -n "$folder" ] || folder=$(mktemp -d)
[ -n "$keep" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"

# split SUFFIX: the suite on standard input, a file per test in a folder per category.
split() {
    awk -v folder="$folder" -v suffix="$1" -v every="$every" '
        function finish() { if (file != "") close(file); file = "" }
        /^; momus id=/ {
            finish()
            match($0, /category=[^ ]*/)
            category = substr($0, RSTART + 9, RLENGTH - 9) suffix
            if ($0 ~ /truth=sat/ && suffix != "") next
            if (n[category]++ % every == 0) {
                if (n[category] == 1) system("mkdir -p " folder "/" category)
                file = sprintf("%s/%s/%05d.smt2", folder, category, n[category])
            }
        }
        file != "" && $0 != "(reset)" { print >file }'
}
"$momus" mutate -q --strategy "$strategy" | split ''
"$momus" mutate -q --strategy "$strategy" --patterns | split '+p'

printf '%-26s %6s' category tests
printf ' | %-10s %5s' solver IM
printf ' %5s' IC ic S U K T E
echo
wrong=$folder/wrong
: >"$wrong"
for category in operation constant-assignment term-synthesis equivalent-formula \
    equivalent-formula+p larger-unsat-core larger-unsat-core+p redundancy-introduction \
    redundancy-introduction+p; do
    [ -d "$folder/$category" ] || continue
    "$momus" solve -q --json --cores -t "$seconds" -j "$jobs" --way "$way" "${solvers[@]}" "$folder/$category" \
        >"$folder/$category.json" 2>"$folder/$category.err"
    awk -v category="$category" -v wrong="$wrong" '
        # What momus writes: one member of an object on a line.
        function text(line) {
            sub(/^ *"[a-z_]*": "?/, "", line)
            sub(/"?,?$/, "", line)
            return line
        }
        function expect(file,   line) {
            truth = ""; core = ""; delete wanted; n_wanted = 0; minimal = 0
            while ((getline line < file) > 0) {
                if (line ~ /^; momus id/) truth = line ~ /truth=sat/ ? "sat" : "unsat"
                if (line ~ /^; minimal core: /) {
                    minimal = 1
                    gsub(/^; minimal core: \(|\)$/, "", line)
                    n_wanted = split(line, wanted, " ")
                }
            }
            close(file)
        }
        # Does the core in what the solver printed have all of the expected one, and more?
        function is_larger(raw,   n, parts, i, k, have) {
            if (!minimal || !match(raw, /\([^()"]*\)(\\n)*$/)) return 0
            raw = substr(raw, RSTART + 1, RLENGTH)
            gsub(/\\n|\)/, " ", raw)
            n = split(raw, parts, " ")
            for (i = 1; i <= n_wanted; i++) {
                have = 0
                for (k = 1; k <= n; k++) have = have || parts[k] == wanted[i]
                if (!have) return 0
            }
            return n > n_wanted
        }
        /^    "file": / { file = text($0); expect(file); tests++ }
        /^        "solver": / { solver = text($0); if (!(solver in known)) { known[solver] = ++n_known; names[n_known] = solver } }
        /^        "answer": / {
            answer = text($0)
            kind = answer == "sat" ? "S" : answer == "unsat" ? "U" : answer == "unknown" ? "K" : \
                   answer == "timeout" || answer == "memout" ? "T" : "E"
            count[solver, kind]++
            if ((kind == "S" && truth == "unsat") || (kind == "U" && truth == "sat"))
                print category " " solver " says " answer ": " file >>wrong
        }
        /^        "model_verdict": "(false|no-model)"/ && answer == "sat" && truth == "sat" {
            count[solver, "IM"]++; count[solver, "S"]--
            print category " " solver " gives a false model: " file >>wrong
        }
        /^        "raw": / { if (answer == "unsat" && truth == "unsat" && is_larger(text($0))) count[solver, "ic"]++ }
        /^        "class": / { class = text($0) }
        /^          "[^"]*",?$/ && class == "invalid-core" {
            s = $0; gsub(/[ ",]/, "", s)
            count[s, "IC"]++
            print category " " s " gives a satisfiable core: " file >>wrong
        }
        END {
            split("IM IC ic S U K T E", columns, " ")
            for (i = 1; i <= n_known; i++) {
                if (i == 1) printf "%-26s %6d", category, tests
                else printf "%-26s %6s", "", ""
                printf " | %-10s", names[i]
                for (k = 1; k <= 8; k++) printf " %5d", count[names[i], columns[k]]
                printf "\n"
            }
        }' "$folder/$category.json"
done
echo
echo "against the truth:"
sort "$wrong" | sed "s|$folder/||" | awk 'n[$1 $2]++ < 5 { print "  " $0 } END { print "  " NR " in all" }'
