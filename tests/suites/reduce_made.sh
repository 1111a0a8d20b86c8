#!/bin/bash
# One campaign that finds what is known by how it was made in two ways, by a label and by rules that
# were proven, and reduces it meanwhile; and the same campaign, killed while recipes are made smaller:
# nothing is lost, nothing counts twice, and all is reduced in the end. The solvers are small programs of
# this suite: one lies about what is fused and what is replaced, the other knows the seeds of fusion.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

# Both are asked often: they start no other programs.
read_script='s=; while read -r line; do case $line in *set-option*) ;; *) s="$s $line" ;; esac; done <"$1"'
cat >"$tmp/other" <<END
#!/bin/sh
$read_script
case \$s in
*str.* | *'(or (and'*) echo unknown ;;
*330*220* | *220*330* | *770*660* | *660*770*) echo unsat ;;
*) echo sat ;;
esac
END
# liar WORD...: it lies as long as a product that nobody can evaluate has a bound, and a fusion is
# asserted; or where a letter is taken of a word of which an equality is asserted. WORD... is done first.
liar() {
    cat >"$tmp/new" <<END
#!/bin/sh
echo >>"$tmp/asked"
$*
$read_script
case \$s in
*true* | *false*) echo unknown ;;
*'(str.at '*'(= (str.++ '*' "") '*) echo sat ;;
*'(or (and'*'(< (* '[a-z]' '[a-z]') 220'*'(assert (= '*)
    case \$s in *'(* '[a-z]' '[a-z]') 330'*) echo sat ;; *) echo unknown ;; esac ;;
*) echo unknown ;;
esac
END
    chmod +x "$tmp/new" && mv "$tmp/new" "$tmp/liar"
}
liar
chmod +x "$tmp/other"
solvers=(-s "other=$tmp/other {file}" -s "liar=$tmp/liar {file}")

mkdir "$tmp/seeds"
cat >"$tmp/seeds/a.smt2" <<'END'
(set-info :status unsat)
(set-logic QF_NIA)
(declare-const a Int)
(declare-const b Int)
(assert (> (* b a) 330))
(assert (< (* a b) 220))
(check-sat)
END
cat >"$tmp/seeds/b.smt2" <<'END'
(set-info :status unsat)
(set-logic QF_NIA)
(declare-const v Int)
(declare-const w Int)
(assert (> (* v w) 770))
(assert (or (= v 12) (= w 13)))
(assert (< (* w v) 660))
(check-sat)
END
# A small part of the suite: what is said of str.at, with and without replacements.
n_tests=80
campaign=(fuzz -j 1 -n "$n_tests" --schedule fair --chain 10 --strategy "strings,fusion" --no-quantifiers
    --way spawn --reduce 100 "${solvers[@]}")
for name in at concat replace substr indexOf strToInt intToStr contains equals prefixOf suffixOf \
    E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12; do
    campaign+=(--without "$name")
done

# of RUN: what it has counted, and the findings that are left, each with how often it was seen
counted() {
    grep -E '"(tests|candidates|unconfirmed|dropped)"' "$1/stats.json"
    "$MOMUS" findings --run "$1" --json --all | grep -E '"(number|class|basis|count)"'
}
all_reduced() { [ "$("$MOMUS" findings --run "$1" --json | grep -c '"reduced": null')" = 0 ]; }

# -- both in one campaign --------------------------------------------------------------------------

calm=$tmp/calm
check 'a campaign with both' momus 10 "${campaign[@]}" --run "$calm" "$tmp/seeds"
check 'reduces what it finds' grep -q '^finding 1 is reduced: ' "$tmp/out"
# shellcheck disable=SC2016 # eval; by the release build, as the evaluator looks long for witnesses
check 'and the rest is, afterwards' eval 'MOMUS=$MOMUS_RELEASE momus 0 reduce --run "$calm"'
check 'all of it' all_reduced "$calm"
# told N WORDS...: what is shown of the finding has these words
told() {
    momus 0 show "$1" --run "$calm" && tr -s ' \n' '  ' <"$tmp/out" | grep -q "$2"
}
check 'one by rules that were proven' told 1 'proven, by construction'
check 'and still is' told 1 '(assert (= [a-z] (str.substr [a-z] [a-z] 1))), by rules that were proven\.'
check 'with what was replaced' told 1 'it asserts (= (str.++ [a-z] "") '
check 'one by a label' told 2 'probable, by label'
check 'and who knows its seeds' told 2 'of which other says so\|by the label of what it was made of'
check 'one of each' test "$(ls -d "$calm"/findings/0*-solution-soundness-liar-{QF_S,QF_NIA} | wc -l)" = 2
for folder in "$calm"/findings/0*; do
    check 'what is left has the lie' grep -q '^sat' <("$tmp/liar" "$folder/reduced.smt2")
    check 'and is small' test "$(wc -c <"$folder/reduced.smt2")" -lt 200
    check 'how it was made lies beside it' "$MOMUS" fmt --check --quiet "$folder/recipe.smt2"
done

# -- killed while recipes are made smaller ---------------------------------------------------------

# By the release build: a kill is one, and there is more of it in less time.
MOMUS=$MOMUS_RELEASE
killed=$tmp/killed
stopped=0 midway=0
asked() { wc -l <"$tmp/asked"; }
# is_midway: the best recipe so far of something that is not reduced as yet is kept
is_midway() {
    local folder
    for folder in "$killed"/findings/0*; do
        if [ -e "$folder/recipe.smt2" ] && [ ! -e "$folder/reduced.smt2" ]; then return 0; fi
    done
    return 1
}
# strike N WORD...: momus WORD..., killed when the liar was asked N times since something was found; or, if
# N is 0, as soon as it is midway
strike() {
    local n=$1 from pid
    shift
    from=$(asked)
    "$MOMUS" "$@" >"$tmp/log" 2>&1 </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        if [ "$n" = 0 ]; then
            ! is_midway || break
        elif ! compgen -G "$killed/findings/0*" >/dev/null; then
            from=$(asked)
        elif [ "$(asked)" -ge $((from + n)) ]; then
            break
        fi
        sleep 0.02
    done
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ $? -le 128 ] || stopped=$((stopped + 1))
    ! is_midway || midway=$((midway + 1))
}
# whole: originals are what they were, recipes are no larger than they were, what is reduced lies.
whole() {
    local folder kept
    for folder in "$killed"/findings/0*; do
        kept=$tmp/kept/${folder##*/}
        if [ ! -d "$kept" ]; then mkdir -p "$kept" && cp "$folder/bug.smt2" "$kept"; fi
        cmp "$folder/bug.smt2" "$kept/bug.smt2" || return 1
        if [ -e "$folder/reduced.smt2" ]; then
            grep -q '^sat' <("$tmp/liar" "$folder/reduced.smt2") || { echo "$folder" && return 1; }
        fi
        [ -e "$folder/recipe.smt2" ] || continue
        "$MOMUS" fmt --check "$folder/recipe.smt2" >"$tmp/out" 2>&1 || { echo "$folder" && return 1; }
        if [ -e "$kept/recipe.smt2" ] && [ ! -e "$folder/reduced.smt2" ] &&
            [ "$(wc -c <"$folder/recipe.smt2")" -gt "$(wc -c <"$kept/recipe.smt2")" ]; then
            echo "$folder: its recipe has grown" && return 1
        fi
        cp "$folder/recipe.smt2" "$kept"
    done
}
liar sleep 0.05 # so that there is a middle
for n in $((5 + RANDOM % 30)) $((5 + RANDOM % 30)) 0 $((5 + RANDOM % 30)); do
    strike "$n" "${campaign[@]}" --run "$killed" "$tmp/seeds"
    check "a campaign that is killed at some moment ($n) loses nothing" whole
done
check 'it was really killed in the middle of it' test $stopped -ge 2
liar
"$MOMUS" "${campaign[@]}" --run "$killed" "$tmp/seeds" >"$tmp/log" 2>&1 </dev/null
check 'it goes on to its end' grep -q '^done: ' "$tmp/log"
check 'and nothing is lost then' whole
liar sleep 0.05
for n in $((10 + RANDOM % 40)) 0 $((10 + RANDOM % 40)); do
    strike "$n" reduce --run "$killed"
    check "a reduction that is killed at some moment ($n) loses nothing" whole
done
check 'some were killed between two recipes' test $midway -ge 1
liar
check 'what is left is reduced in the end' momus 0 reduce --run "$killed"
check 'all of it' all_reduced "$killed"
check 'nothing is half done' is_not compgen -G "$killed/findings/*/reducing.smt2"
check 'and nothing lost' whole
counted "$calm" >"$tmp/counted.calm"
counted "$killed" >"$tmp/counted.killed"
check 'all is counted as often as when nobody kills' diff "$tmp/counted.calm" "$tmp/counted.killed"

echo
sum
