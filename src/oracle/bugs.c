#include "oracle/bugs.h"

#include <string.h>

#include "base/die.h"

static const struct {
    const char *name, *meaning, *headline, *expected;
    enum severity severity;
} bugs[] = {
#define BUG_CLASS(id, name, severity, meaning, headline, expected) \
    {name, meaning, headline, expected, SEVERITY_##severity},
#include "oracle/bugs.def"
#undef BUG_CLASS
};

const char *bug_name(enum bug bug) {
    REQUIRE(bug < BUG_COUNT);
    return bugs[bug].name;
}

enum bug bug_find(const char *at, size_t n) {
    enum bug bug = 0;
    while (bug < BUG_COUNT && (strlen(bugs[bug].name) != n || memcmp(bugs[bug].name, at, n) != 0))
        bug++;
    return bug;
}

enum severity bug_severity(enum bug bug) {
    REQUIRE(bug < BUG_COUNT);
    return bugs[bug].severity;
}

bool bug_has_message(enum bug bug) {
    return bug == BUG_CRASH || bug == BUG_SELF_CHECK;
}

const char *severity_name(enum severity severity) {
    static const char *const names[] = {"wrong", "broken", "slow", "minor", "open"};
    return names[severity];
}

const char *bug_meaning(enum bug bug) {
    REQUIRE(bug < BUG_COUNT);
    return bugs[bug].meaning;
}

const char *bug_headline(enum bug bug) {
    REQUIRE(bug < BUG_COUNT);
    return bugs[bug].headline;
}

const char *bug_expected(enum bug bug) {
    REQUIRE(bug < BUG_COUNT);
    return bugs[bug].expected;
}
