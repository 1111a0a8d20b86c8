#include "base/die.h"
#include "cli/cli.h"
#include "proc/child.h"

int main(int argc, char **argv) {
    die_cleanup_push(box_abandon_all, NULL);
    die_clean_up_on_signals();
    return cli_run(argc, argv);
}
