/* Large blocks: zeroed, on huge pages, moved and grown without losing anything, and given back. */
#include "base/large.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing.h"

enum { PAGE = 4096 };

static void check_zeroed(const unsigned char *at, size_t n) {
    for (size_t i = 0; i < n; i += 509)
        assert_int_equal(at[i], 0);
    assert_int_equal(at[n - 1], 0);
}

static size_t mapped_bytes(void) {
    size_t pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%zu", &pages), 1);
    fclose(statm);
    return pages * PAGE;
}

/* Is anything mapped there? */
static bool is_mapped(const char *at) {
    unsigned char resident;
    return mincore((void *)(uintptr_t)at, PAGE, &resident) == 0;
}

static void blocks_are_zeroed_and_start_with_a_huge_page(void **state) {
    static const size_t sizes[] = {1, PAGE, LARGE_PAGE - 1, LARGE_PAGE, LARGE_PAGE + 1, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *block = large_alloc(sizes[i]);
        assert_non_null(block);
        assert_true(large_may_be(block));
        assert_int_equal((uintptr_t)block % LARGE_PAGE, 0);
        assert_true(large_size(block) >= sizes[i]);
        check_zeroed((unsigned char *)block, large_size(block));
        memset(block, 0xff, large_size(block)); /* all of it is ours */
        size_t size = large_size(block);
        large_free(block);
        assert_false(is_mapped(block - PAGE));
        assert_false(is_mapped(block));
        assert_false(is_mapped(block + size - PAGE));
    }
}

/* Blocks that lie behind one another are in each other's way: so growing moves them. */
static void a_block_keeps_its_contents_as_it_grows_and_shrinks(void **state) {
    enum { N = 4 };
    unsigned char *blocks[N];
    for (int i = 0; i < N; i++) {
        blocks[i] = large_alloc(LARGE_PAGE);
        memset(blocks[i], i + 1, LARGE_PAGE);
    }
    for (size_t pages = 2; pages <= 9; pages++)
        for (int i = 0; i < N; i++) {
            size_t before = large_size(blocks[i]);
            blocks[i] = large_resize(blocks[i], pages * LARGE_PAGE - 5);
            assert_non_null(blocks[i]);
            assert_true(large_may_be(blocks[i]));
            assert_int_equal((uintptr_t)blocks[i] % LARGE_PAGE, 0);
            assert_int_equal(large_size(blocks[i]), pages * LARGE_PAGE);
            assert_int_equal(blocks[i][0], i + 1);
            assert_int_equal(blocks[i][before - 1], i + 1);
            check_zeroed(blocks[i] + before, large_size(blocks[i]) - before);
            memset(blocks[i] + before, i + 1, large_size(blocks[i]) - before);
        }
    for (int i = 0; i < N; i++) {
        blocks[i] = large_resize(blocks[i], 10);
        assert_int_equal(large_size(blocks[i]), LARGE_PAGE);
        assert_int_equal(blocks[i][LARGE_PAGE - 1], i + 1);
        large_free(blocks[i]);
    }
}

static void a_block_without_end_is_refused_and_the_old_one_stays(void **state) {
    assert_null(large_alloc(SIZE_MAX));
    assert_null(large_alloc(SIZE_MAX / 2));
    char *block = large_alloc(LARGE_PAGE);
    block[LARGE_PAGE - 1] = 7;
    assert_null(large_resize(block, SIZE_MAX));
    assert_null(large_resize(block, SIZE_MAX / 2));
    assert_int_equal(large_size(block), LARGE_PAGE);
    assert_int_equal(block[LARGE_PAGE - 1], 7);
    large_free(block);
}

/* With less memory than the old and the new block take together. */
static void a_block_grows_where_there_is_no_room_for_a_second_one(void **state) {
    enum { SIZE = 64 << 20 };
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        unsigned char *block = large_alloc(SIZE), *wall = large_alloc(SIZE);
        memset(block, 5, SIZE);
        struct rlimit limit = {mapped_bytes() + SIZE + SIZE / 2, RLIM_INFINITY};
        limit.rlim_max = limit.rlim_cur;
        if (setrlimit(RLIMIT_AS, &limit) != 0)
            _exit(2);
        block = large_resize(block, 2 * (size_t)SIZE);
        _exit(block != NULL && wall != NULL && large_may_be(block) &&
                      large_size(block) == 2 * (size_t)SIZE && block[0] == 5 &&
                      block[SIZE - 1] == 5 && block[SIZE] == 0
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void what_is_made_ready_stays_as_it_is(void **state) {
    unsigned char *block = large_alloc(3 * LARGE_PAGE);
    block[PAGE + 1] = 9;
    large_make_ready(block + 100, 2 * LARGE_PAGE);
    large_make_ready(block + 100, 0);
    assert_int_equal(block[PAGE + 1], 9);
    check_zeroed(block + LARGE_PAGE, 2 * LARGE_PAGE);
    large_free(block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(blocks_are_zeroed_and_start_with_a_huge_page),
        TEST(a_block_keeps_its_contents_as_it_grows_and_shrinks),
        TEST(a_block_without_end_is_refused_and_the_old_one_stays),
        TEST(a_block_grows_where_there_is_no_room_for_a_second_one),
        TEST(what_is_made_ready_stays_as_it_is),
    };
    return RUN(tests);
}
