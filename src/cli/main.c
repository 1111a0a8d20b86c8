#include "base/alloc.h"
#include "base/die.h"
#include "cli/cli.h"
#include "proc/child.h"

/*
 * The sanitizer build ends with no memory in use, as unit tests do. So tests that start momus often
 * do without the search for leaks at its end, which takes longer than most of what they ask for.
 */
static void require_no_leak(void) {
#ifdef __SANITIZE_ADDRESS__
    if (mem_live_blocks() > 0)
        BUG("%zu blocks with %zu bytes are still in use", mem_live_blocks(), mem_live_bytes());
#endif
}

int main(int argc, char **argv) {
    die_cleanup_push(box_abandon_all, NULL);
    die_clean_up_on_signals();
    int status = cli_run(argc, argv);
    require_no_leak();
    return status;
}
