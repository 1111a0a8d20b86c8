#include "report/theories.h"

#include "lang/logic.h"
#include "lang/parser.h"

struct theories {
    struct term_table *table;
    struct logic_scan scan;
};

static const struct {
    uint32_t features; /* any of these */
    const char *name;
} parts[] = {
    {LOGIC_ARRAYS, "arrays"},
    {LOGIC_BV, "bit-vectors"},
    {LOGIC_FP, "floating point"},
    {LOGIC_DATATYPES, "datatypes"},
    {LOGIC_STRINGS, "strings"},
    {LOGIC_INTS, "integers"},
    {LOGIC_REALS, "reals"},
    {LOGIC_TRANS, "transcendental functions"},
    {LOGIC_SEQ, "sequences"},
    {LOGIC_SETS, "sets"},
    {LOGIC_BAGS, "bags"},
    {LOGIC_FF, "finite fields"},
    {LOGIC_SEP, "separation logic"},
    {LOGIC_HO, "higher order"},
    {LOGIC_FREE_SORTS | LOGIC_FUNCTIONS, "free functions"},
    {LOGIC_QUANTIFIERS, "quantifiers"},
};

struct theories *theories_new(void) {
    struct theories *theories = mem_alloc_zero(sizeof *theories);
    theories->table = term_table_new();
    return theories;
}

void theories_free(struct theories *theories) {
    if (theories == NULL)
        return;
    logic_scan_release(&theories->scan);
    term_table_free(theories->table);
    mem_free(theories);
}

/* False if it cannot be read. */
static bool read_features(struct theories *theories, struct file_text text, uint32_t *features) {
    struct term_mark mark = term_table_mark(theories->table);
    struct parser *parser = parser_new(theories->table);
    struct script script = {0};
    struct parse_error error = {0};
    bool good = parser_read_script(parser, text.at, text.n, &script, &error);
    if (good)
        *features = logic_of_script(&theories->scan, theories->table, &script).features;
    script_release(&script);
    parser_free(parser);
    term_table_rewind(theories->table, mark);
    parse_error_release(&error);
    return good;
}

void theories_of(struct theories *theories, struct file_text script, theory_vec *names) {
    uint32_t features = 0;
    size_t n = names->n;
    if (script.at == NULL || !read_features(theories, script, &features)) {
        vec_push(names, "not read");
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((features & parts[i].features) != 0)
            vec_push(names, parts[i].name);
    if (names->n == n)
        vec_push(names, "core");
}
