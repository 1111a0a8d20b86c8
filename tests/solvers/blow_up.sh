#!/bin/bash
# tests/solvers/blow_up.sh [-n STEPS] [FILE...]
#
# Blows triggers of known bugs up and reduces them back: each FILE (default: all of
# ../shared/known-bugs) is fused with two seeds of the same truth (concatenated, where no fusion keeps
# the bug), then mutated STEPS times (50) by opfuzz and typefuzz in turn, each step being one that
# keeps the bug: the same class, the same solvers at fault. Then momus reduce has to find its way back.
# Prints a table of bytes, with runs of white space as one and without comments.
#
# What must be true of each: the result has the class and the solver at fault that the trigger had,
# every step that was taken has, asked afresh, and reducing the result changes nothing. The result should
# be no larger than 1.5 times the trigger; where it is, the row says so.
#
# KEEP names a folder for the scripts. Uses the release build.
set -u
cd "$(dirname "$0")/../.." || exit 2
momus=${MOMUS:-$PWD/build/release/momus}
steps=50
while getopts n: option; do
    case $option in
    n) steps=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- ../shared/known-bugs/*.smt2
[ -e "$1" ] || { echo "skipped: there is no ../shared/known-bugs"; exit 0; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# verdict FILE [SECONDS]: the worst thing that is wrong with it, as "class: solver", and nothing if nothing is.
verdict() {
    "$momus" solve -t "${2:-3}" "$1" 2>/dev/null | grep -m 1 -oE '^  [a-z-]+: [^(]+ \((proven|probable)' | sed 's/ (.*//; s/^ *//'
}
bytes() { sed 's/;.*//' "$1" | tr -s ' \n\t' ' ' | wc -c; }

# truth FILE: what the solvers who are not at fault say.
truth() {
    case $wanted in
    refutation-soundness*) echo sat ;;
    solution-soundness*) echo unsat ;;
    *) "$momus" solve -t 3 "$1" 2>/dev/null | grep -oE '^  [a-z0-9]+ +(sat|unsat) ' | awk '{ print $2 }' | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }' ;;
    esac
}

# keeps FILE [SECONDS]: it shows the bug.
keeps() { [ "$(verdict "$@")" = "$wanted" ]; }

# seeds of this truth whose logic is most like that of the script: those that share words with it
pick_seeds() { # TRUTH SCRIPT
    local seed
    grep -lE ":status $1\b" seeds/QF_*/*.smt2 | while read -r seed; do
        printf '%s %s\n' "$(grep -oE '\b(Int|Real|String|Bool|Seq|Array|FloatingPoint|BitVec|RegLan)\b' "$2" | sort -u |
            grep -cFf - "$seed")" "$seed"
    done | sort -rn | awk 'NR % 3 == 1 { print $2 }' | head -8
}

# fuse SCRIPT OUT: with two seeds, one after the other.
fuse() {
    local now=$tmp/now.smt2 strategy seed file n=0
    local kind
    kind=$(truth "$1")
    [ -n "$kind" ] || kind=sat
    cp "$1" "$now"
    for seed in $(pick_seeds "$kind" "$1"); do
        for strategy in fusion concat; do
            rm -rf "$tmp/pair" "$tmp/made"
            mkdir -p "$tmp/pair/$kind"
            cp "$now" "$tmp/pair/$kind/a.smt2"
            cp "$seed" "$tmp/pair/$kind/b.smt2"
            "$momus" mutate -q --strategy $strategy -n 6 --seed 1 --out "$tmp/made" "$tmp/pair" >/dev/null 2>&1
            for file in "$tmp"/made/*.smt2; do
                if [ -e "$file" ] && [ "$(wc -c <"$file")" -gt "$(wc -c <"$now")" ] && keeps "$file" 1; then
                    cp "$file" "$now"
                    n=$((n + 1))
                    fusions="$fusions $strategy"
                    break 2
                fi
            done
        done
        [ $n -lt 2 ] || break
    done
    cp "$now" "$2"
    [ $n -gt 0 ]
}

# mutate FILE: so many steps that keep the bug; prints how many were taken.
mutate() {
    local i try file taken=0 strategy
    for ((i = 0; i < steps; i++)); do
        strategy=opfuzz
        [ $((i % 2)) -eq 0 ] || strategy=typefuzz
        for try in 1 2 3 4; do
            rm -rf "$tmp/made"
            "$momus" mutate -q --strategy $strategy -n 1 --chain 1 --seed $((i * 10 + try)) --out "$tmp/made" "$1" >/dev/null 2>&1
            file=$(find "$tmp/made" -name '*.smt2' 2>/dev/null | head -1)
            if [ -z "$file" ] || ! keeps "$file" 1; then continue; fi
            cp "$file" "$1"
            taken=$((taken + 1))
            break
        done
    done
    echo $taken
}

printf '%-26s %-32s %6s %8s %5s %8s %6s %5s\n' trigger bug bytes 'blown up' steps reduced times s
for file in "$@"; do
    name=$(basename "$file" .smt2)
    wanted=$(verdict "$file")
    if [ -z "$wanted" ]; then
        printf '%-26s nothing is wrong here without options\n' "$name"
        continue
    fi
    big=$tmp/$name.smt2 small=$tmp/$name.reduced.smt2 fusions=
    fuse "$file" "$big" || fusions=' none'
    taken=$(mutate "$big")
    rm -rf "$tmp/steps"
    started=$SECONDS
    if ! "$momus" reduce -q --keep "${wanted%%:*}" --steps "$tmp/steps" -o "$small" "$big" >"$tmp/log" 2>&1; then
        printf '%-26s %-32s not reduced: %s\n' "$name" "$wanted" "$(tail -1 "$tmp/log")"
        failed=$((failed + 1))
        continue
    fi
    seconds=$((SECONDS - started))
    [ -z "${KEEP:-}" ] || cp "$big" "$small" "$KEEP/"
    was=$(bytes "$file") is=$(bytes "$small") note=
    [ "$(verdict "$small")" = "$wanted" ] || { failed=$((failed + 1)) note=" now $(verdict "$small")"; }
    for step in "$tmp"/steps/*.smt2; do # on a busy machine, somebody may be too slow the first time
        if [ -e "$step" ] && ! keeps "$step" && ! keeps "$step" 20; then
            note="$note; afresh, step $(basename "$step" .smt2) is $(verdict "$step")"
            [ -z "${KEEP:-}" ] || cp "$step" "$KEEP/$name.$(basename "$step")"
        fi
    done
    "$momus" reduce -q --keep "${wanted%%:*}" -o "$tmp/again.smt2" "$small" >/dev/null 2>&1
    cmp -s "$small" "$tmp/again.smt2" || { failed=$((failed + 1)) note="$note; reduced again, it changes"; }
    [ "$is" -le $((was * 3 / 2)) ] || note="$note; larger than 1.5 times"
    passed=$((passed + 1))
    printf '%-26s %-32s %6d %8d %5d %8d %6s %5d %s%s\n' "$name" "$wanted" "$was" "$(bytes "$big")" "$taken" \
        "$is" "$(awk "BEGIN { printf \"%.2f\", $is / $was }")" $seconds "$fusions" "$note"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
