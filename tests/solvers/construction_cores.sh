#!/bin/bash
# construction_cores.sh [-s SOLVER]... [-t SECONDS] [-e EVERY] [-j JOBS] [-w WAY] [-k FOLDER] [STRATEGY]...
#
# What suites by construction claim of their tests, tried from the text that momus mutate prints.
# Every suite, and of strings those with patterns, too:
#
#   cores    each expected core alone, given to solvers: who says unsat, to how many both do not
#            answer (open), and how many are sat to somebody (none)
#   models   each expected model, as equations beside the test: unsat to nobody
#   needed   for each member of a minimal core, the others and the values that the test gives for
#            them, as equations: unsat to nobody
#
# momus eval reads the models and the values again: all are true.
#
#   -s SOLVER     z3, cvc5
#   -t SECONDS    for each solver and question (1)
#   -e EVERY      only each EVERY-th test of a suite (1: all)
#   -j JOBS       at once (1)
#   -w WAY        of asking, as momus solve has it (reset for cores, push-pop for the others: these
#                 are many, and easy)
#   -k FOLDER     where the questions and what was said about them stay (none)
#
# The last line is N passed, M failed, K skipped. A claim that a solver contradicts is listed with
# its file. Status: 0 if there is none.
set -u
momus=${MOMUS_RELEASE:-build/release/momus}
solvers=() seconds=1 every=1 jobs=1 way='' keep=''
usage() {
    sed -n '2s/^# /usage: /p' "$0" >&2
    exit 2
}
while getopts s:t:e:j:w:k: option; do
    case $option in
    s) solvers+=("$OPTARG") ;;
    t) seconds=$OPTARG ;;
    e) every=$OPTARG ;;
    j) jobs=$OPTARG ;;
    w) way=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- strings strings+p ints reals bitvectors arrays floats
[ ${#solvers[@]} -gt 0 ] || solvers=(z3 cvc5)
folder=$keep
[ -n "$folder" ] || folder=$(mktemp -d)
[ -n "$keep" ] || trap 'rm -rf "$folder"' EXIT
passed=0 failed=0 skipped=0

# questions FOLDER: of the suite on standard input, a file per question in FOLDER/cores,
# FOLDER/models and FOLDER/needed, and for the last two also all questions in one script without
# the values, FOLDER/KIND.smt2, and these as models, FOLDER/KIND.values.
questions() {
    mkdir -p "$1/cores" "$1/models" "$1/needed"
    rm -f "$1"/{models,needed}.{smt2,values}
    touch "$1"/{models,needed}.{smt2,values}
    awk -v folder="$1" -v every="$every" '
        # Without the member; of a core, what is not in it stays away, too.
        function body(without,   i, text) {
            text = head
            for (i = 1; i <= n_asserted; i++)
                if (core == "" || (index(core, " " name[i] " ") > 0 && name[i] != without))
                    text = text asserted[i]
            return text
        }
        # "(define-fun x () T v)" as an equation; one definition on a line.
        function equation(line,   x, i, c, depth, quoted, from, n) {
            sub(/^\(define-fun /, "", line)
            x = line
            sub(/ \(\) .*$/, "", x)
            line = substr(line, length(x) + 5) # the sort, the value, a parenthesis
            if (substr(line, 1, 1) != "(") sub(/^[^ ]* /, "", line)
            else
                for (i = 1; i <= length(line); i++) {
                    c = substr(line, i, 1)
                    if (c == "(") depth++
                    if (c == ")" && --depth == 0) { line = substr(line, i + 2); break }
                }
            return "(assert (= " x " " substr(line, 1, length(line) - 1) "))\n"
        }
        # "(define-fun ...) (define-fun ...)" as lines.
        function lines(text) { gsub(/\) \(define-fun /, ")\n(define-fun ", text); return text }
        function ask(kind, number, without, values,   file, n, i, line) {
            file = sprintf("%s/%s/%06d%s.smt2", folder, kind, number, without == "" ? "" : "-" without)
            printf "%s%s", header, body(without) >file
            n = split(values, line, "\n")
            for (i = 1; i <= n; i++) printf "%s", equation(line[i]) >file
            print "(check-sat)" >file
            close(file)
            if (kind != "cores") {
                printf "%s(check-sat)\n(reset)\n", body(without) >(folder "/" kind ".smt2")
                printf "sat\n(\n%s\n)\n", values >(folder "/" kind ".values")
            }
        }
        function finish(   i, known) {
            if (header == "" || n_tests++ % every != 0) return
            if (core != "") {
                ask("cores", n_tests, "", "")
                for (i = 1; i <= n_without; i++) ask("needed", n_tests, without[i], values[i])
                known = core
                if (is_minimal && n_without != gsub(/[^ ]+/, "", known)) printf "lacks values: %s", header
            } else if (header ~ /truth=sat/) ask("models", n_tests, "", model)
            else printf "expects nothing: %s", header
        }
        function flush_assertion() {
            if (part == "") return
            asserted[++n_asserted] = part
            name[n_asserted] = ""
            if (match(part, /:named [^ )]*\)\)\n$/)) name[n_asserted] = substr(part, RSTART + 7, RLENGTH - 10)
            part = ""
        }
        /^; momus id=/ { header = $0 "\n"; head = core = model = part = ""; n_asserted = n_without = 0; next }
        /^; (minimal )?core: / {
            is_minimal = /minimal/
            core = $0; sub(/^[^(]*\(/, " ", core); sub(/\)$/, " ", core); next
        }
        /^; without / {
            without[++n_without] = $3; sub(/:$/, "", without[n_without])
            values[n_without] = lines(substr($0, index($0, ": ") + 2)); next
        }
        /^; model: / { model = model (model == "" ? "" : "\n") substr($0, 10); next }
        /^;/ { next }
        /^\(check-sat\)/ { flush_assertion(); finish(); header = ""; next }
        /^\(reset\)/ { next }
        /^\(assert/ { flush_assertion(); part = $0 "\n"; next }
        part != "" { part = part $0 "\n"; next }
        /^\(set-logic / { head = head "(set-logic ALL)\n"; next } # values may need more than the test
        { head = head $0 "\n" }' >"$1/odd"
}

# answers FOLDER KIND BAD: asks about all files there, and prints how many each answered how:
# "said NAME WORD N" for each solver, "either N", "open N". Whoever says BAD is listed in
# FOLDER/KIND.bad, and what nobody decides in FOLDER/KIND.open.
answers() {
    local args=() s how=${way:-push-pop}
    [ "$2" != cores ] || how=${way:-reset}
    for s in "${solvers[@]}"; do args+=(-s "$s"); done
    "$momus" solve -q --json --no-verdict --no-models -t "$seconds" -j "$jobs" --way "$how" "${args[@]}" \
        "$1/$2" >"$1/$2.json" 2>"$1/$2.err"
    awk -v bad="$3" -v list="$1/$2.bad" -v undecided="$1/$2.open" '
        function text(line) { sub(/^ *"[a-z_]*": "?/, "", line); sub(/"?,?$/, "", line); return line }
        function finish() {
            if (file == "") return
            either += is_good
            if (!is_good && !is_bad) { open++; print file >undecided }
        }
        BEGIN { printf "" >list; printf "" >undecided }
        /^    "file": / { finish(); file = text($0); is_good = is_bad = 0; n++ }
        /^        "solver": / { solver = text($0) }
        /^        "answer": / {
            answer = text($0)
            said[solver " " answer]++
            if (answer == bad) { is_bad = 1; print solver " says " answer ": " file >>list }
            else if (answer == "sat" || answer == "unsat") is_good = 1
        }
        END {
            finish()
            for (s in said) print "said " s " " said[s]
            print "either " either + 0; print "open " open + 0; print "questions " n + 0
        }' "$1/$2.json" | sort
}

number() { # WORDS...: the number behind them among the answers
    awk -v key="$*" 'index($0, key " ") == 1 { n = $NF } END { print n + 0 }' <<<"$said"
}

printf '%-12s %-7s %6s' suite claim number
for s in "${solvers[@]}"; do printf ' %8s' "$s"; done
printf ' %8s %8s %8s %s\n' either open contra. 'momus eval'
for strategy; do
    dir=$folder/$strategy
    args=(--strategy "${strategy%+p}")
    [ "$strategy" = "${strategy%+p}" ] || args+=(--patterns)
    rm -rf "$dir"
    mkdir -p "$dir"
    if ! "$momus" mutate -q "${args[@]}" >"$dir/suite"; then
        failed=$((failed + 1))
        continue
    fi
    # With patterns, only what has some is new.
    if [ "$strategy" != "${strategy%+p}" ]; then
        awk 'BEGIN { RS = "\\(reset\\)\n" } /:pattern/ { printf "%s(reset)\n", $0 }' "$dir/suite" >"$dir/with"
        mv "$dir/with" "$dir/suite"
    fi
    questions "$dir" <"$dir/suite"
    if [ -s "$dir/odd" ]; then
        failed=$((failed + 1))
        sed 's/^/FAIL /' "$dir/odd" | head -n 5
    fi
    for kind in cores models needed; do
        n=$(find "$dir/$kind" -name '*.smt2' | wc -l)
        [ "$n" -gt 0 ] || continue
        good=unsat bad=sat verdict=-
        if [ $kind != cores ]; then
            good=sat bad=unsat
            verdict=$("$momus" eval -q --model "$dir/$kind.values" "$dir/$kind.smt2" 2>&1 | tail -n 1)
            if [ "$verdict" = true ]; then passed=$((passed + n)); else failed=$((failed + 1)); fi
        fi
        said=$(answers "$dir" $kind $bad)
        contradicted=$(wc -l <"$dir/$kind.bad")
        printf '%-12s %-7s %6d' "$strategy" $kind "$n"
        for s in "${solvers[@]}"; do printf ' %8d' "$(number said "$s" $good)"; done
        printf ' %8d %8d %8d %s\n' "$(number either)" "$(number open)" "$contradicted" "$verdict"
        if [ "$(number questions)" != "$n" ]; then
            failed=$((failed + 1))
            echo "FAIL only $(number questions) of $n were asked: $(head -n 1 "$dir/$kind.err")"
        fi
        passed=$((passed + $(number either)))
        skipped=$((skipped + $(number open)))
        failed=$((failed + contradicted))
        sed "s|$folder/||; s/^/FAIL /" "$dir/$kind.bad" | head -n 5
    done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
