#include "testing.h"

#include "base/arena.h"
#include "base/vec.h"

static void blocks_are_aligned_and_do_not_overlap(void **state) {
    struct arena arena = {0};
    unsigned char *blocks[200];
    for (int i = 0; i < 200; i++) {
        blocks[i] = arena_alloc(&arena, (size_t)i * 7);
        assert_int_equal((uintptr_t)blocks[i] % 8, 0);
        memset(blocks[i], i, (size_t)i * 7);
    }
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < i * 7; j++)
            assert_int_equal(blocks[i][j], i);
    arena_free(&arena);
}

static void a_block_may_be_larger_than_any_chunk(void **state) {
    struct arena arena = {0};
    char *small = arena_alloc(&arena, 8);
    memset(small, 's', 8);
    char *huge = arena_alloc(&arena, 1 << 20);
    memset(huge, 'h', 1 << 20);
    char *after = arena_alloc(&arena, 8);
    memset(after, 'a', 8);
    assert_memory_equal(small, "ssssssss", 8);
    assert_int_equal(huge[(1 << 20) - 1], 'h');
    arena_free(&arena);
}

static void texts_are_copied_with_an_end(void **state) {
    struct arena arena = {0};
    char text[] = "momus";
    char *copy = arena_copy_text(&arena, text, 4);
    text[0] = 'x';
    assert_string_equal(copy, "momu");
    assert_string_equal(arena_copy_text(&arena, "", 0), "");
    assert_string_equal(arena_copy_text(&arena, NULL, 0), "");
    arena_free(&arena);
}

static void rewinding_frees_what_is_younger_and_keeps_the_rest(void **state) {
    struct arena arena = {0};
    char *old = arena_copy_text(&arena, "old", 3);
    struct arena_mark mark = arena_mark(&arena);
    size_t bytes = mem_live_bytes();
    for (int round = 0; round < 3; round++) {
        char *first = arena_alloc(&arena, 16);
        for (int i = 0; i < 1000; i++)
            memset(arena_alloc(&arena, 100), round, 100);
        assert_true(mem_live_bytes() > bytes);
        arena_rewind(&arena, mark);
        assert_int_equal(mem_live_bytes(), bytes);
        assert_string_equal(old, "old");
        /* the room is used again */
        assert_ptr_equal(arena_alloc(&arena, 16), first);
        arena_rewind(&arena, mark);
    }
    arena_free(&arena);
}

static void a_mark_of_an_empty_arena_frees_everything(void **state) {
    struct arena arena = {0};
    size_t bytes = mem_live_bytes();
    struct arena_mark mark = arena_mark(&arena);
    arena_alloc(&arena, 10000);
    arena_rewind(&arena, mark);
    assert_int_equal(mem_live_bytes(), bytes);
    arena_alloc(&arena, 1);
    arena_free(&arena);
    arena_free(&arena);
    assert_int_equal(mem_live_bytes(), bytes);
}

static void nested_marks_undo_in_any_depth(void **state) {
    struct rng rng = testing_rng(1);
    struct arena arena = {0};
    struct entry {
        struct arena_mark mark;
        char *text;
        unsigned char fill;
    };
    VEC(struct entry) stack = {0};
    for (int step = 0; step < 5000; step++) {
        if (stack.n > 0 && rng_chance(&rng, 1, 3)) {
            stack.n = rng_below(&rng, stack.n);
            arena_rewind(&arena, stack.n == 0 ? (struct arena_mark){0} : vec_top(&stack).mark);
        } else {
            size_t n = rng_below(&rng, 600) + 1;
            struct entry entry = {.text = arena_alloc(&arena, n), .fill = (unsigned char)step};
            memset(entry.text, entry.fill, n);
            entry.mark = arena_mark(&arena);
            vec_push(&stack, entry);
        }
        for (size_t i = 0; i < stack.n; i++)
            assert_int_equal((unsigned char)stack.at[i].text[0], stack.at[i].fill);
    }
    vec_free(&stack);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(blocks_are_aligned_and_do_not_overlap),
        TEST(a_block_may_be_larger_than_any_chunk),
        TEST(texts_are_copied_with_an_end),
        TEST(rewinding_frees_what_is_younger_and_keeps_the_rest),
        TEST(a_mark_of_an_empty_arena_frees_everything),
        TEST(nested_marks_undo_in_any_depth),
    };
    return RUN(tests);
}
