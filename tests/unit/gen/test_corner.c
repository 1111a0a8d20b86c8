#include "mutating.h"

#include "gen/corner.h"
#include "lang/printer.h"

struct desk {
    struct term_table *table;
    struct parser *parser;
    struct printer *printer;
    struct corner corner;
    struct strbuf text;
};

static const char declarations[] =
    "(declare-datatypes ((T 0) (L 1)) (((leaf) (node (left T) (value Real) (right T)))"
    " (par (A) ((nil) (cons (hd A) (tl (L A)))))))(declare-sort U 0)"
    "(declare-datatype W ((wrap (inner U)) (deep (more T))))";

static struct desk desk_new(void) {
    struct desk d = {.table = term_table_new()};
    struct script script = {0};
    struct parse_error error = {0};
    d.parser = parser_new(d.table);
    d.printer = printer_new(d.table);
    d.corner.table = d.table;
    assert_true(
        parser_read_script(d.parser, declarations, sizeof declarations - 1, &script, &error));
    script_release(&script);
    return d;
}

static void desk_free(struct desk *d) {
    corner_release(&d->corner);
    printer_free(d->printer);
    parser_free(d->parser);
    term_table_free(d->table);
    strbuf_free(&d->text);
}

static sort read_sort(struct desk *d, const char *text) {
    struct parse_error error = {0};
    sort s;
    if (!parser_read_sort(d->parser, text, strlen(text), &s, &error))
        fail_msg("%s: %s", text, strbuf_text(&error.message));
    return s;
}

/* Printed and read again, it is the same term: so its literals are spelled as they should be. */
static void assert_reads_back(struct desk *d, term t) {
    struct parse_error error = {0};
    term again;
    strbuf_clear(&d->text);
    printer_add_term(d->printer, t, &d->text);
    if (!parser_read_term(d->parser, strbuf_text(&d->text), d->text.n, &again, &error))
        fail_msg("%s: %s", strbuf_text(&d->text), strbuf_text(&error.message));
    if (again != t)
        fail_msg("%s is another term when it is read", strbuf_text(&d->text));
}

static void values_of_every_sort_are_literals_as_they_should_be(void **state) {
    static const char *const sorts[] = {
        "Bool",
        "Int",
        "Real",
        "String",
        "RegLan",
        "RoundingMode",
        "(_ BitVec 1)",
        "(_ BitVec 7)",
        "(_ BitVec 64)",
        "(_ BitVec 200)",
        "Float16",
        "Float64",
        "(_ FloatingPoint 3 5)",
        "(_ FloatingPoint 2 2)",
        "(_ FiniteField 17)",
        "(Array Int Real)",
        "(Array Int (Array (_ BitVec 4) Bool))",
        "(Seq Int)",
        "(Set String)",
        "(Bag Int)",
        "(Tuple Int Bool)",
        "T",
        "(L Int)",
        "(L (L Bool))",
        "W",
    };
    struct desk d = desk_new();
    struct rng rng = testing_rng(1);
    for (size_t i = 0; i < LENGTH(sorts); i++)
        for (int k = 0; k < 200; k++) {
            sort s = read_sort(&d, sorts[i]);
            term t =
                k % 2 == 0 ? corner_value(&d.corner, s, &rng) : corner_plain(&d.corner, s, &rng);
            if (t == 0)
                fail_msg("no value of %s", sorts[i]);
            assert_int_equal(term_sort(d.table, t), s);
            assert_reads_back(&d, t);
        }
    desk_free(&d);
}

static void what_has_no_values_gives_none(void **state) {
    struct desk d = desk_new();
    struct rng rng = testing_rng(1);
    assert_int_equal(corner_value(&d.corner, read_sort(&d, "U"), &rng), 0);
    assert_int_equal(corner_value(&d.corner, read_sort(&d, "(-> Int Int)"), &rng), 0);
    assert_int_equal(corner_value(&d.corner, read_sort(&d, "(Array Int U)"), &rng), 0);
    desk_free(&d);
}

static void corners_come(void **state) {
    static const struct {
        const char *sort, *text;
    } wanted[] = {
        {"Int", "0"},
        {"Int", "18446744073709551616"},
        {"Int", "(- 1)"},
        {"String", "\"\""},
        {"(_ BitVec 8)", "#x80"},
        {"(_ BitVec 8)", "#x7f"},
        {"(_ BitVec 8)", "#xff"},
        {"Float16", "(_ NaN 5 11)"},
        {"Float16", "(_ -zero 5 11)"},
        {"Float16", "(fp #b0 #b00000 #b0000000000)"},
        {"Float16", "(fp #b0 #b11110 #b1111111111)"},
        {"T", "leaf"},
        {"(Seq Int)", "(as seq.empty (Seq Int))"},
        {"RegLan", "re.none"},
    };
    struct desk d = desk_new();
    struct rng rng = testing_rng(2);
    for (size_t i = 0; i < LENGTH(wanted); i++) {
        sort s = read_sort(&d, wanted[i].sort);
        bool found = false;
        for (int k = 0; k < 5000 && !found; k++) {
            strbuf_clear(&d.text);
            printer_add_term(d.printer, corner_value(&d.corner, s, &rng), &d.text);
            found = strcmp(strbuf_text(&d.text), wanted[i].text) == 0;
        }
        if (!found)
            fail_msg("%s never came", wanted[i].text);
    }
    desk_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(values_of_every_sort_are_literals_as_they_should_be),
        TEST(what_has_no_values_gives_none),
        TEST(corners_come),
    };
    return RUN(tests);
}
