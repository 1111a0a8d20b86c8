#!/bin/bash
# The same id gives the same test, in another process, in another order, with other seeds
# beside it; a fair campaign makes the same tests with any number of workers.
set -u
cd "${TOP:?}" || exit 2
tmp=${TMPDIR:?}
passed=0 failed=0

check() {
    local name=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL $name"; fi
}

seeds=(seeds/QF_LIA seeds/QF_BV seeds/QF_S seeds/QF_UF)
strategies=$("$MOMUS" mutate --list | awk '{ print $1 }')

# -- ids ------------------------------------------------------------------------

# again STRATEGY SEED...: every fifth test of forty, made again by its id alone, last ones first,
# from these seeds.
again() {
    local dir=$tmp/$1 id
    local others=("${@:2}")
    "$MOMUS" mutate -q --strategy "$1" -n 40 --chain 5 --seed 3 --out "$dir" "${seeds[@]}" \
        2>"$tmp/err" || { cat "$tmp/err"; return 1; }
    local n=0
    for file in $(find "$dir" -name '*.smt2' | sort -r | awk 'NR % 5 == 1'); do
        id=$(sed -n '1s/^; momus id=\([^ ]*\) .*/\1/p' "$file")
        "$MOMUS" mutate -q --id "$id" "${others[@]}" >"$tmp/again.smt2" 2>"$tmp/err" ||
            { cat "$tmp/err"; return 1; }
        cmp "$file" "$tmp/again.smt2" || return 1
        n=$((n + 1))
    done
    [ $n -ge 4 ] || { echo "only $n tests of $1"; false; }
}
reversed=(seeds/QF_UF seeds/QF_S seeds/QF_BV seeds/QF_LIA)
for strategy in $strategies; do
    # a bank is made of all seeds at hand: its ids mean something with these seeds only
    more=(seeds/QF_UFLIA)
    [ "$strategy" != bank ] || more=()
    check "ids of $strategy" again "$strategy" "${more[@]}" "${reversed[@]}"
done

other_bank() {
    local id
    id=$(sed -n '1s/^; momus id=\([^ ]*\) .*/\1/p' "$(find "$tmp/bank" -name '*.smt2' | sort | head -1)")
    ! "$MOMUS" mutate -q --id "$id" seeds/QF_UFLIA "${reversed[@]}" >"$tmp/out" 2>"$tmp/err" &&
        grep -q 'other data files or seeds' "$tmp/err"
}
check "an id of bank with other seeds is refused" other_bank

# -- campaigns ------------------------------------------------------------------

# A solver that notes what it was asked, and crashes on one in eight: on seeds, too, whose trails
# then make no tests.
cat >"$tmp/note.sh" <<'END'
sum=$(md5sum <"$2")
echo "$sum" >>"$1"
case $sum in
[01]*) kill -SEGV $$ ;;
*) echo unknown ;;
esac
END

# campaign WORKERS [OPTION...]: the tests of a fair campaign, in $tmp/asked.WORKERS.
campaign() {
    : >"$tmp/log"
    rm -rf "$tmp/run.$1"
    "$MOMUS" fuzz --schedule fair --strategy fusion,opfuzz,typefuzz -n 100 --chain 5 --seed 9 \
        -j "$1" --run "$tmp/run.$1" -s "note=/bin/sh $tmp/note.sh $tmp/log {file}" \
        --reduce 0 "${@:2}" "${seeds[@]}" >"$tmp/out" 2>"$tmp/err"
    [ $? -eq 10 ] || { cat "$tmp/out" "$tmp/err"; return 1; }
    sort -u "$tmp/log" >"$tmp/asked.$1"
    grep -q '"tests": *100,' "$tmp/run.$1/stats.json" ||
        { echo "not 100 tests:"; cat "$tmp/run.$1/stats.json"; false; }
}
check "a campaign with one worker" campaign 1
check "a campaign with four workers" campaign 4
check "seeds were refused" [ "$(sqlite3 "$tmp/run.4/momus.db" \
    "select count(*) > 0 from seeds where reason like '%misbehaves%'")" = 1 ]
check "which is told" grep -q 'momus solve tells more' "$tmp/out"
check "at least 80 different tests" [ "$(wc -l <"$tmp/asked.1")" -ge 80 ]
check "the same tests with one worker and with four" cmp "$tmp/asked.1" "$tmp/asked.4"
check "no worker is renewed, and none died" eval '! grep -qE "renewed|workers? died" "$tmp/out"'
check "a campaign whose workers may not grow" campaign 3 --worker-growth 0
check "they are renewed" grep -qE '[0-9]{2} workers renewed' "$tmp/out"
check "none of them died" eval '! grep -qE "workers? died" "$tmp/out"'
check "the same tests with them" cmp "$tmp/asked.1" "$tmp/asked.3"

# -- campaigns that were killed ---------------------------------------------------

# noted N RUN: a fair campaign of N tests in all; what it asks is added to $tmp/log.
noted() {
    "$MOMUS" fuzz --schedule fair --strategy opfuzz,typefuzz,fuzzchick -n "$1" --chain 5 --seed 9 -j 1 \
        --run "$2" -s "note=/bin/sh $tmp/quiet.sh $tmp/log {file}" --reduce 0 "${seeds[@]}" \
        >"$tmp/out" 2>"$tmp/err" || { cat "$tmp/out" "$tmp/err"; return 1; }
}
cat >"$tmp/quiet.sh" <<'END'
md5sum <"$2" >>"$1"
echo unknown
END

# Six trails of five tests, and one test of the seventh. Had it been killed before the sixth was heard
# of, that one comes before the rest of the seventh, which then has two more tests and no others.
killed() {
    : >"$tmp/log"
    noted 33 "$tmp/calm" || return 1
    sort -u "$tmp/log" >"$tmp/asked.calm"
    : >"$tmp/log"
    noted 31 "$tmp/killed" || return 1
    sqlite3 "$tmp/killed/momus.db" "update strategies set done_below = 1 where name = 'fuzzchick';
        update counters set value = value - 5 where name = 'tests'
        and strategy = (select id from strategies where name = 'fuzzchick')" || return 1
    noted 33 "$tmp/killed" || return 1
    sort -u "$tmp/log" >"$tmp/asked.killed"
}
check "a campaign that was killed goes on" killed
check "with the same tests as if it had not been" cmp "$tmp/asked.calm" "$tmp/asked.killed"
check "which are enough to tell" [ "$(wc -l <"$tmp/asked.calm")" -ge 33 ]

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
