#include "base/die.h"
#include "cli/cli.h"

int main(int argc, char **argv) {
    die_clean_up_on_signals();
    return cli_run(argc, argv);
}
