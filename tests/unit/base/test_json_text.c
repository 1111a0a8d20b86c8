#include "base/json_text.h"

#include "testing.h"

static void json_is_added_with_a_line_end_whoever_allocates(void **state) {
    json_malloc_t usual_alloc;
    json_free_t usual_free;
    json_get_alloc_funcs(&usual_alloc, &usual_free);
    for (int ours = 0; ours < 2; ours++) {
        struct strbuf out = {0};
        json_set_alloc_funcs(ours ? mem_alloc : usual_alloc, ours ? mem_free : usual_free);
        strbuf_add_text(&out, "> ");
        json_t *json = json_pack("[i, s]", 1, "a\"b");
        strbuf_add_json(&out, json, JSON_COMPACT);
        json_decref(json);
        assert_string_equal(strbuf_text(&out), "> [1,\"a\\\"b\"]\n");
        strbuf_free(&out);
        assert_int_equal(mem_live_blocks(), 0);
    }
    json_set_alloc_funcs(usual_alloc, usual_free);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(json_is_added_with_a_line_end_whoever_allocates)};
    return RUN(tests);
}
