#!/bin/bash
# tests/solvers/blow_up.sh [-n STEPS] [FILE...]
#
# Blows triggers of known bugs up and reduces them back: each FILE (default: all of
# ../shared/known-bugs) is fused with two seeds of the same truth (conjoined or disjoined with them by
# concat, where no fusion keeps the bug), then mutated STEPS times (50) by opfuzz and typefuzz in turn,
# each step being one after which the bug is there. Then momus reduce has to find its way back.
# Prints a table of bytes, with runs of white space as one and without comments.
#
# Fusing takes seeds whose truth is known: the triggers are labelled by the solvers that are not at
# fault, with the truth that INDEX.md has. What shows only under options is asked under these.
#
# What must be true of each: the result has the class and the solver at fault that the trigger had,
# and reducing the result changes nothing. With -a, every step of the reduction is asked afresh, too. The
# result should be no larger than 1.5 times the trigger; where it is, the row says so.
#
# KEEP names a folder for the scripts. Uses the release build.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS:-$PWD/build/release/momus}
index=../shared/known-bugs/INDEX.md
steps=50 afresh=
while getopts an: option; do
    case $option in
    a) afresh=1 ;;
    n) steps=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- ../shared/known-bugs/*.smt2
[ -e "$1" ] || { echo "skipped: there is no ../shared/known-bugs"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME=$tmp/cache
passed=0 failed=0

column() { # NAME NUMBER: of the row that INDEX.md has about a trigger
    grep -E "^\| $1 \|" "$index" 2>/dev/null | head -1 | cut -d'|' -f"$2"
}

# ask_whom NAME: sets `solvers`, as options of momus. Who is at fault only with some words has them.
ask_whom() {
    local fault words solver
    fault=$(column "$1" 4)
    words=$(grep -oE '`[^`]+`' <<<"$fault" | tr -d '`')
    solvers=()
    for solver in z3 cvc5 cvc4; do
        if [ -n "$words" ] && grep -qw $solver <<<"$fault"; then solver="$solver $words"; fi
        solvers+=(-s "$solver")
    done
}

# verdict FILE [SECONDS]: the worst thing that is wrong with it, as "class: solver", and nothing if nothing is.
verdict() {
    "$momus" solve "${solvers[@]}" -t "${2:-3}" "$1" 2>/dev/null |
        grep -m 1 -oE '^  [a-z-]+: [^(]+ \((proven|probable)' | sed 's/ (.*//; s/^ *//'
}
keeps() { [ "$(verdict "$@")" = "$wanted" ]; }
bytes() { sed 's/;.*//' "$1" | tr -s ' \n\t' ' ' | wc -c; }

# says SOLVER FILE: sat, unsat, unknown or something else, without any help of momus
says() {
    local out
    case $1 in
    z3*) out=$(timeout 2 $1 "$2" 2>&1) ;;
    cvc5*) out=$(timeout 2 $1 -q --strings-exp --fp-exp "$2" 2>&1) ;;
    *) out=$(timeout 2 $1 -q --lang=smt2.6 --strings-exp "$2" 2>&1) ;;
    esac
    grep -m 1 -xE 'sat|unsat|unknown' <<<"$out" || echo else
}
# could_keep FILE: the cheap question before the dear one: they say what they said of the trigger.
could_keep() {
    local i=1
    while [ $i -lt ${#solvers[@]} ]; do
        [ "$(says "${solvers[i]}" "$1")" = "${said[i]}" ] || return 1
        i=$((i + 2))
    done
}

truth_of() { # NAME
    local truth
    truth=$(column "$1" 3 | grep -oE '\b(sat|unsat)\b' | head -1)
    case $wanted in
    refutation-soundness*) truth=sat ;;
    solution-soundness*) truth=unsat ;;
    esac
    echo "${truth:-sat}"
}

sorts_of() { # FILE: of its constants
    grep -oE '\(declare-(const +[^ ()]+|fun +[^ ()]+ +\( *\)) +(\([^()]*\)|[^ ()]+)' "$1" |
        sed -E 's/\(declare-(const +[^ ()]+|fun +[^ ()]+ +\( *\)) +//' | sort -u
}

# make_seed TRUTH SORT: a seed with constants of this sort; its path
make_seed() {
    local path
    path=$tmp/made-seeds/$1-$(tr -c 'A-Za-z0-9\n' '-' <<<"$2").smt2
    mkdir -p "$tmp/made-seeds"
    {
        printf '(set-info :status %s)\n(declare-const p %s)\n(declare-const q %s)\n(declare-const r %s)\n' "$1" "$2" "$2" "$2"
        echo '(assert (or (distinct p q) (distinct q r) (= p r)))'
        [ "$1" = sat ] || printf '(assert (= p q))\n(assert (= q r))\n(assert (distinct p r))\n'
        echo '(check-sat)'
    } >"$path"
    echo "$path"
}

# seeds of this truth: those with a constant of a sort of the script's, the small ones first; where there are
# none, made ones. Then, for concat, any.
pick_seeds() { # TRUTH SCRIPT
    local seed sort
    sorts_of "$2" >"$tmp/sorts"
    grep -lE ":status +$1\b" seeds/*/*.smt2 | while read -r seed; do
        if [ -s "$tmp/sorts" ] && sorts_of "$seed" | grep -qxFf "$tmp/sorts"; then
            printf '%s %s\n' "$(wc -c <"$seed")" "$seed"
        fi
    done | sort -n | awk '$1 > 150 && NR % 2 { print $2 }' | head -12 >"$tmp/seeds"
    grep -xE 'Bool|Int|Real|String|RoundingMode|Float(16|32|64|128)|\(_ (BitVec|FloatingPoint) .*' "$tmp/sorts" | while read -r sort; do
        make_seed "$1" "$sort"
        make_seed "$1" "$sort"
    done >>"$tmp/seeds"
    { cat "$tmp/seeds"; grep -lE ":status +$1\b" seeds/QF_*/*.smt2 | awk 'NR % 7 == 1' | head -8; } >"$tmp/any-seeds"
}

# join STRATEGY SCRIPT SEED: replaces the script by what the strategy makes of the two, if the bug stays.
join() {
    local file kind=$truth others=() solver
    rm -rf "$tmp/pair" "$tmp/made"
    mkdir -p "$tmp/pair/$kind"
    cp "$2" "$tmp/pair/$kind/a.smt2"
    cp "$3" "$tmp/pair/$kind/b.smt2"
    for solver in z3 cvc5 cvc4; do
        case $wanted in *$solver*) ;; *) others+=(-s $solver) ;; esac
    done
    "$momus" seeds "${others[@]}" -t 2 label "$tmp/pair" >"$tmp/label.log" 2>&1
    "$momus" mutate -q --strategy "$1" -n 8 --seed 1 --out "$tmp/made" "$tmp/pair" >"$tmp/mutate.log" 2>&1
    for file in "$tmp"/made/*.smt2; do
        if [ -e "$file" ] && [ "$(wc -c <"$file")" -gt "$(wc -c <"$2")" ] && could_keep "$file" && keeps "$file" 2; then
            cp "$file" "$2"
            return 0
        fi
    done
    return 1
}

fuse() { # SCRIPT: with two seeds, one after the other; sets `fusions` and `concats`
    local seed strategy
    pick_seeds "$truth" "$1"
    fusions=0 concats=0
    for strategy in fusion concat; do
        [ $strategy = fusion ] || mv "$tmp/any-seeds" "$tmp/seeds"
        while read -r seed && [ $((fusions + concats)) -lt 2 ]; do
            if join $strategy "$1" "$seed"; then
                if [ $strategy = fusion ]; then fusions=$((fusions + 1)); else concats=$((concats + 1)); fi
            fi
        done <"$tmp/seeds"
    done
}

# mutate FILE: so many steps, after each of which the bug is there; sets `taken`. Each is asked about
# in the cheap way, each tenth in the dear one; if that says no, what came after the last such is undone.
mutate() {
    local try=0 file strategy since=0
    taken=0
    cp "$1" "$tmp/sure.smt2"
    while [ $taken -lt "$steps" ] && [ $try -lt $((4 * steps)) ]; do
        strategy=opfuzz
        [ $((try % 2)) -eq 0 ] || strategy=typefuzz
        try=$((try + 1))
        rm -rf "$tmp/made"
        "$momus" mutate -q --strategy $strategy -n 1 --chain 1 --seed $try --out "$tmp/made" "$1" >/dev/null 2>&1
        file=$(find "$tmp/made" -name '*.smt2' 2>/dev/null | head -1)
        if [ -z "$file" ] || ! could_keep "$file"; then continue; fi
        cp "$file" "$1"
        taken=$((taken + 1)) since=$((since + 1))
        if [ $since -lt 10 ] && [ $taken -lt "$steps" ]; then continue; fi
        if keeps "$1" 2; then
            cp "$1" "$tmp/sure.smt2"
        else
            cp "$tmp/sure.smt2" "$1"
            taken=$((taken - since))
        fi
        since=0
    done
    cp "$tmp/sure.smt2" "$1"
    taken=$((taken - since))
}

# reduce FILE OUT [OPTION...]
reduce() {
    local file=$1 out=$2
    shift 2
    "$momus" reduce -q "${solvers[@]}" --keep "${wanted%%:*}" "$@" -o "$out" "$file" >"$tmp/log" 2>&1
}

look_at_steps() { # on a busy machine, somebody may be too slow the first time
    local step
    for step in "$tmp"/steps/*.smt2; do
        if [ -e "$step" ] && ! keeps "$step" && ! keeps "$step" 20; then
            note="$note; afresh, step $(basename "$step" .smt2) is $(verdict "$step")"
            [ -z "${KEEP:-}" ] || cp "$step" "$KEEP/$name.$(basename "$step")"
        fi
    done
}

printf '%-25s %-29s %5s %8s %7s %6s %5s %7s %5s %4s\n' trigger bug bytes 'blown up' fusions concat steps reduced times s
for file in "$@"; do
    name=$(basename "$file" .smt2)
    ask_whom "$name"
    wanted=$(verdict "$file")
    if [ -z "$wanted" ]; then
        printf '%-25s nothing is wrong here\n' "$name"
        continue
    fi
    said=()
    for ((i = 1; i < ${#solvers[@]}; i += 2)); do said[i]=$(says "${solvers[i]}" "$file"); done
    truth=$(truth_of "$name")
    big=$tmp/$name.smt2 small=$tmp/$name.reduced.smt2 note=
    cp "$file" "$big"
    fuse "$big"
    mutate "$big"
    [ -s "$tmp/sorts" ] || note="; no constants to fuse"
    [ -z "${KEEP:-}" ] || cp "$big" "$KEEP/"
    rm -rf "$tmp/steps"
    started=$SECONDS
    if ! reduce "$big" "$small" --steps "$tmp/steps"; then
        printf '%-25s %-29s not reduced: %s\n' "$name" "$wanted" "$(tail -1 "$tmp/log")"
        failed=$((failed + 1))
        continue
    fi
    seconds=$((SECONDS - started))
    [ -z "${KEEP:-}" ] || cp "$small" "$KEEP/"
    was=$(bytes "$file") is=$(bytes "$small")
    keeps "$small" || keeps "$small" 20 || { failed=$((failed + 1)) note="$note; now $(verdict "$small")"; }
    [ -z "$afresh" ] || look_at_steps
    reduce "$small" "$tmp/again.smt2"
    cmp -s "$small" "$tmp/again.smt2" || { failed=$((failed + 1)) note="$note; reduced again, it changes"; }
    [ "$is" -le $((was * 3 / 2)) ] || note="$note; larger than 1.5 times"
    passed=$((passed + 1))
    printf '%-25s %-29s %5d %8d %7d %6d %5d %7d %5s %4d%s\n' "$name" "$wanted" "$was" "$(bytes "$big")" $fusions $concats \
        $taken "$is" "$(awk "BEGIN { printf \"%.2f\", $is / $was }")" $seconds "$note"
done
echo "$passed reduced, $failed failed"
[ $failed -eq 0 ]
