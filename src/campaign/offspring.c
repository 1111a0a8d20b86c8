#include "campaign/offspring.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/die.h"

static void settle(pid_t parent) {
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_ENVIRONMENT);
    /* They may be sent to the whole group: the coordinator decides. */
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t offspring_start(offspring_fn *run, void *context, int *fd) {
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        settle(parent);
        _exit(run(ends[1], context));
    }
    close(ends[1]);
    *fd = ends[0];
    if (pid < 0)
        close(ends[0]);
    return pid;
}

uint64_t offspring_memory(pid_t pid) {
    char path[64];
    unsigned long long resident = 0, shared = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%*u %llu %llu", &resident, &shared) != 2)
        resident = shared = 0;
    fclose(file);
    return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}
