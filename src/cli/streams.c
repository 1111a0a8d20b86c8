#include "cli/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/die.h"

void streams_start(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(EXIT_ENVIRONMENT);
}

bool streams_is_out_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

int streams_finish(int status) {
    errno = 0;
    bool failed = ferror(stdout) != 0;
    failed = fflush(stdout) != 0 || failed;
    failed = failed || close(STDOUT_FILENO) != 0;
    if (!failed)
        return status;
    if (errno == EPIPE || streams_is_out_gone())
        return EXIT_ENVIRONMENT;
    die(EXIT_ENVIRONMENT, "cannot write standard output%s%s", errno != 0 ? ": " : "",
        errno != 0 ? strerror(errno) : "");
}
