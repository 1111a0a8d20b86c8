/*
 * warm MEGABYTES - touches so much memory, and ends.
 *
 * A virtual machine may give free memory back to its host. Whoever touches it
 * next pays for fetching it again, up to ten times what clearing it costs, and
 * that is no part of what is measured: bench/run warms it before each run, of
 * momus and of the solvers alike.
 */
#include <errno.h>

#include "base/alloc.h"
#include "base/die.h"

int main(int argc, char **argv) {
    enum { PAGE = 4096, MOST = 1 << 16 };
    char *end;
    errno = 0;
    unsigned long megabytes = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    if (argc != 2 || errno != 0 || *end != '\0' || megabytes > MOST)
        die(EXIT_USAGE, "usage: warm MEGABYTES");
    size_t size = (size_t)megabytes << 20;
    volatile char *block = mem_alloc(size);
    for (size_t i = 0; i < size; i += PAGE)
        block[i] = 1;
    return EXIT_DONE;
}
