#include "base/id_set.h"

#include "testing.h"

static void what_was_added_is_there_once(void **state) {
    struct id_set set = {0};
    assert_false(id_set_has(&set, 1));
    for (uint32_t id = 1; id <= 5000; id += 2)
        assert_true(id_set_add(&set, id));
    for (uint32_t id = 1; id <= 5000; id++) {
        assert_int_equal(id_set_has(&set, id), id % 2);
        assert_int_equal(id_set_add(&set, id), 1 - id % 2);
    }
    assert_true(id_set_add(&set, UINT32_MAX));
    assert_true(id_set_has(&set, UINT32_MAX));
    id_set_free(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(what_was_added_is_there_once)};
    return RUN(tests);
}
