#include "judging.h"

/* Every row is known, and said to be without a meaning. */
static void separation_logic_is_unsupported(void **state) {
    static const char *const texts[] = {"sep.emp", "(= (as sep.nil Int) 0)", "(pto 1 2)",
                                        "(sep (pto 1 2) (pto 2 3))", "(wand (pto 1 2) sep.emp)"};
    struct judging j = judging_of("");
    for (size_t i = 0; i < LENGTH(texts); i++)
        assert_undecided(&j, texts[i], EVAL_UNSUPPORTED);
    judging_free(&j);
    for (int op = OP_FIRST_THEORY; op < OP_COUNT; op++) {
        const struct op_row *row = op_row((enum op)op);
        const struct meaning *m = theory_sep;
        if (row->theory != THEORY_SEP || row->canonical != (enum op)op)
            continue;
        while (m->op != 0 && m->op != op)
            m++;
        if (m->op == 0)
            fail_msg("%s has no row", row->name);
        assert_null(m->apply);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(separation_logic_is_unsupported)};
    return RUN(tests);
}
