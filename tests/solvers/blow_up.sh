#!/bin/bash
# tests/solvers/blow_up.sh [-a] [-n STEPS] [-r SEED] [FILE...]
#
# Blows triggers of known bugs up and reduces them back: each FILE (default: all of
# ../shared/known-bugs) is fused with two seeds of the same truth, one of ours and a made one if that is
# possible, then mutated STEPS times (50) by opfuzz and typefuzz in turn, each step being one after which the
# bug is there. Then momus reduce has to find its way back. Prints a table of bytes, with runs of white
# space as one and without comments.
#
# Fusing takes seeds whose truth is known: the triggers are labelled by the solvers that are not at
# fault, with the truth that INDEX.md has. What shows only under options is asked under these. A trigger
# without a constant that can be fused gets one, about which nothing is said; where no fusion keeps the bug,
# concat conjoins or disjoins. Both are told in the row. Of what is wrong for nobody there is nothing to blow up.
#
# What must be true of each: the result has the class and the solver at fault that the trigger had,
# and reducing the result changes nothing. With -a, every step of the reduction is asked afresh, too. The
# result should be no larger than 1.5 times the trigger; where it is, the row says so.
#
# Where nobody here has a model that is right, z3@5.2.0 is asked for one (momus solvers install z3@5.2.0).
#
# KEEP names a folder for the scripts. PATIENCE are the seconds that a solver has for a step (2): more, if the
# machine is busy. Uses the release build.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS:-$PWD/build/release/momus}
index=../shared/known-bugs/INDEX.md
steps=50 afresh='' random=0
while getopts an:r: option; do
    case $option in
    a) afresh=1 ;;
    n) steps=$OPTARG ;;
    r) random=$((OPTARG * 1000)) ;; # other tests are drawn
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- ../shared/known-bugs/*.smt2
[ -e "$1" ] || { echo "skipped: there is no ../shared/known-bugs"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME=$tmp/cache
passed=0 failed=0 patience=${PATIENCE:-2}
newest=z3@5.2.0
"$momus" solve -q -s $newest -t 20 seeds/QF_LIA/chain-needs-room.smt2 >/dev/null 2>&1 || newest=
fusible='^(Int|Real|String|Bool|RoundingMode|Float[0-9]+|\(_ (BitVec|FloatingPoint) .*)$'

column() { # NAME NUMBER: of the row that INDEX.md has about a trigger
    grep -E "^\| $1 \|" "$index" 2>/dev/null | head -1 | cut -d'|' -f"$2"
}

# ask_whom NAME: sets `solvers`, as options of momus. Who is at fault only with some words has them.
ask_whom() {
    local fault words solver
    fault=$(column "$1" 4)
    # shellcheck disable=SC2016 # these are the marks of Markdown
    words=$(grep -oE '`[^`]+`' <<<"$fault" | tr -d '`')
    solvers=()
    for solver in z3 cvc5 cvc4; do
        if [ -n "$words" ] && grep -qw $solver <<<"$fault"; then solver="$solver $words"; fi
        solvers+=(-s "$solver")
    done
}

# verdict FILE [SECONDS]: the worst thing that is wrong with it, as "class: solver", and nothing if nothing is.
verdict() {
    "$momus" solve "${solvers[@]}" -t "${2:-4}" "$1" 2>/dev/null |
        grep -m 1 -oE '^  [a-z-]+: [^(]+ \((proven|probable)' | sed 's/ (.*//; s/^ *//'
}
keeps() { [ "$(verdict "$@")" = "$wanted" ]; }
bytes() { sed 's/;.*//' "$1" | tr -s ' \n\t' ' ' | wc -c; }

# says SOLVER FILE: sat, unsat, unknown or something else, without any help of momus
says() {
    local out command
    read -ra command <<<"$1"
    case $1 in
    z3*) ;;
    cvc5*) command+=(-q --strings-exp --fp-exp) ;;
    *) command+=(-q --lang=smt2.6 --strings-exp) ;;
    esac
    out=$(timeout "$patience" "${command[@]}" "$2" 2>&1)
    grep -m 1 -xE 'sat|unsat|unknown' <<<"$out" || echo else
}
# could_keep FILE: the cheap question before the dear one: they say what they said of the trigger, first of
# all the one at fault, who most often does not. Nobody becomes slow: that would make all that follows so.
could_keep() {
    local i
    for i in "${!said[@]}"; do
        [ "$(says "${asked[i]}" "$1")" = "${said[i]}" ] || return 1
    done
}
# who_could_keep FILE...: those of them, all asked at the same time
who_could_keep() {
    local file
    for file; do
        { ! could_keep "$file" || : >"$file.well"; } &
    done
    wait
    for file; do
        [ ! -e "$file.well" ] || echo "$file"
    done
}
# hear_trigger FILE: sets `asked` and `said`, and `needed`: its logic, if they say something else without
hear_trigger() {
    local solver i
    asked=() said=()
    for ((i = 1; i < ${#solvers[@]}; i += 2)); do
        solver=${solvers[i]}
        case $wanted in *": $solver") asked=("$solver" "${asked[@]}") ;; *) asked+=("$solver") ;; esac
    done
    for i in "${!asked[@]}"; do said[i]=$(says "${asked[i]}" "$1"); done
    needed=
    sed 's/(set-logic [^)]*)//' "$1" >"$tmp/free.smt2"
    could_keep "$tmp/free.smt2" || needed=$(grep -oE -m 1 '\(set-logic [^)]*\)' "$1")
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
        # much of it can change before its truth does: steps that keep a bug are there
        echo '(assert (or (distinct p q) (distinct q r) (= p r)))'
        echo '(assert (or (= p q) (= q r) (distinct p r) (and (distinct p q) (distinct q r))))'
        [ "$1" = sat ] || printf '(assert (= p q))\n(assert (= q r))\n(assert (distinct p r))\n(assert (distinct p q r r))\n(assert (not (= q q)))\n'
        echo '(check-sat)'
    } >"$path"
    echo "$path"
}

# seeds of this truth: those with a constant of a sort of the script's, the small ones first, and made ones.
pick_seeds() { # TRUTH
    local seed sort
    grep -E "$fusible" "$tmp/sorts" | while read -r sort; do
        make_seed "$1" "$sort"
    done >"$tmp/made-list"
    # those that are easy for everybody: no quantifiers, nothing but linear arithmetic
    grep -lE ":status +$1\b" seeds/QF_[!N]*/*.smt2 | grep -vE '^seeds/QF_[A-Z]*N[IR]A/' | while read -r seed; do
        if sorts_of "$seed" | grep -qxFf "$tmp/sorts"; then
            printf '%s %s\n' "$(wc -c <"$seed")" "$seed"
        fi
    done | sort -n | awk '$1 > 150 && NR % 2 { print $2 }' | head -8 >"$tmp/seeds"
    { cat "$tmp/seeds"; grep -lE ":status +$1\b" seeds/QF_*/*.smt2 | awk 'NR % 7 == 1' | head -8; } >"$tmp/any-seeds"
}

# label_pair: a witness that solvers have found; of those at hand here, else the newest z3, whose models are checked
# as all others are.
label_pair() {
    local others=() solver
    for solver in z3 cvc5 cvc4; do
        case $wanted in *$solver*) ;; *) others+=(-s "$solver") ;; esac
    done
    "$momus" seeds "${others[@]}" -t 3 label "$tmp/pair" >"$tmp/label.log" 2>&1
    if [ "$truth" = sat ] && [ -n "$newest" ] && ! grep -q '^by witness 2,' "$tmp/label.log"; then
        rm -rf "$XDG_CACHE_HOME/momus/labels" # or it would stay aside if another has a model that is wrong
        "$momus" seeds -s "$newest" -t 20 label "$tmp/pair" >"$tmp/label.log" 2>&1
    fi
}

# join_under LOGIC STRATEGY SCRIPT SEED NUMBER: replaces the script by what the strategy makes of the two, both under
# this logic, if the bug stays. Under one logic, or else they are hardly ever put together.
join_under() {
    local file files first
    rm -rf "$tmp/pair" "$tmp/made"
    mkdir -p "$tmp/pair/$truth"
    { echo "$1"; sed 's/(set-logic [^)]*)//' "$3"; } >"$tmp/pair/$truth/a.smt2"
    { echo "$1"; sed 's/(set-logic [^)]*)//' "$4"; } >"$tmp/pair/$truth/b.smt2"
    label_pair
    # short trails: each has seeds of its own, and may have the same one twice. Or else a witness that momus finds itself
    "$momus" mutate -q --labels --strategy "$2" -n 40 --chain 4 --seed "$5" --out "$tmp/made" "$tmp/pair" >"$tmp/mutate.log" 2>&1
    grep -qE 'from=.*(a.smt2.*b.smt2|b.smt2.*a.smt2)' "$tmp"/made/*.smt2 2>/dev/null ||
        "$momus" mutate -q --strategy "$2" -n 40 --chain 4 --seed "$5" --out "$tmp/made" "$tmp/pair" >"$tmp/mutate.log" 2>&1
    mapfile -t files < <(grep -lE 'from=.*(a.smt2.*b.smt2|b.smt2.*a.smt2)' "$tmp"/made/*.smt2 2>/dev/null)
    for first in 0 4 8 12; do
        for file in $(who_could_keep "${files[@]:first:4}"); do
            if keeps "$file"; then
                cp -f "$file" "$3"
                return 0
            fi
        done
    done
    return 1
}

# join STRATEGY SCRIPT SEED NUMBER: under no logic, or if the bug needs it under that of the trigger
join() {
    if [ -z "$needed" ]; then join_under '' "$@"; else join_under "$needed" "$@"; fi
}

# join_first STRATEGY NUMBER SCRIPT: with seeds of standard input, until so many are joined; counts in
# `fusions` and `concats`
join_first() {
    local seed
    while [ $((fusions + concats)) -lt "$2" ] && read -r seed; do
        tries=$((tries + 1))
        if join "$1" "$3" "$seed" $tries </dev/null; then
            if [ "$1" = fusion ]; then fusions=$((fusions + 1)); else concats=$((concats + 1)); fi
        fi
    done
}

# add_constant SCRIPT WHY: one about which nothing is said
add_constant() {
    note="; $2: one was added"
    sed -i "0,/(check-sat)/s//(declare-const added Int)\n(assert (or (< added 1) (> added 0)))\n(check-sat)/" "$1"
    sorts_of "$1" >"$tmp/sorts"
    pick_seeds "$truth"
}

# fuse SCRIPT: with two seeds, one after the other: with one of ours and a made one, if that is possible
fuse() {
    local tries=$random
    fusions=0 concats=0
    sorts_of "$1" >"$tmp/sorts"
    if grep -qE "$fusible" "$tmp/sorts"; then
        pick_seeds "$truth"
        join_first fusion 1 "$1" <"$tmp/seeds"
        join_first fusion 2 "$1" <"$tmp/made-list"
        join_first fusion 2 "$1" <"$tmp/seeds"
        join_first fusion 2 "$1" <"$tmp/made-list"
        [ $fusions -eq 2 ] || add_constant "$1" "of its constants no more can be fused"
    else
        add_constant "$1" "it has no constants that can be fused"
        join_first fusion 1 "$1" <"$tmp/seeds"
    fi
    join_first fusion 2 "$1" <"$tmp/made-list"
    join_first fusion 2 "$1" <"$tmp/made-list"
    join_first concat 2 "$1" <"$tmp/any-seeds"
}

# mutate FILE: so many steps, after each of which solvers answer as they did; sets `taken`. Whether the bug
# is there is asked each tenth step, and at each where answers do not show it (a wrong model); if it is not,
# the steps since it was seen are undone.
mutate() {
    local round=0 since=0 patient=10 file strategy trail
    case $wanted in invalid-model*) patient=1 ;; esac
    taken=0
    cp -f "$1" "$tmp/sure.smt2"
    while [ $taken -lt "$steps" ] && [ $round -lt $((4 * steps)) ]; do
        strategy=opfuzz
        [ $((round % 2)) -eq 0 ] || strategy=typefuzz
        round=$((round + 1))
        rm -rf "$tmp/made"
        "$momus" mutate -q --strategy $strategy -n 20 --chain 5 --seed $((random + round)) --out "$tmp/made" "$1" >/dev/null 2>&1
        # the first of four trails that begins well, as far as it goes so
        file=$(who_could_keep "$tmp"/made/*-$((random + round))-[0-3]-1-*.smt2 | head -n 1)
        trail=${file#"$tmp"/made/*-} trail=${trail%-1-*}
        [ -z "$file" ] || for file in "$file" "$tmp"/made/*-"$trail"-[2-9]-*.smt2; do
            if [ ! -e "$file" ] || [ $taken -ge "$steps" ]; then break; fi
            [ -e "$file.well" ] || could_keep "$file" || break
            cp -f "$file" "$1"
            taken=$((taken + 1)) since=$((since + 1))
        done
        if [ $since -eq 0 ] || { [ $since -lt $patient ] && [ $taken -lt "$steps" ]; }; then continue; fi
        if keeps "$1"; then
            cp -f "$1" "$tmp/sure.smt2"
        else
            cp -f "$tmp/sure.smt2" "$1"
            taken=$((taken - since))
        fi
        since=0
    done
    cp -f "$tmp/sure.smt2" "$1"
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
        if [ -e "$step" ] && ! keeps "$step" && ! keeps "$step" 30; then
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
        printf '%-25s nothing is wrong here%s\n' "$name" "$([ -n "$(column "$name" 4)" ] || echo ', as it should be')"
        continue
    fi
    hear_trigger "$file"
    truth=$(truth_of "$name")
    big=$tmp/$name.smt2 small=$tmp/$name.reduced.smt2 note=
    cp "$file" "$big"
    chmod u+w "$big"
    fuse "$big"
    mutate "$big"
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
    keeps "$small" || keeps "$small" 30 || { failed=$((failed + 1)) note="$note; now $(verdict "$small")"; }
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
