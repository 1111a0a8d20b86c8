/*
 * child.h - a program run in a box: what it may use is limited, and nothing of
 * it is left when it ends.
 *
 *     momus ---clone---> warden ---vfork---> program ---> whatever it starts
 *            (socket,    (pid 1 of a
 *             pipes)      PID namespace)
 *
 * The warden starts the program, waits for it and tells how it ended. It is the
 * first process of a PID namespace: when it ends, or is killed, or momus dies, the
 * kernel kills everything in there. Memory and processes are counted by cgroups.
 * Where the system grants no namespace or cgroup, the warden takes in orphans and
 * kills the process group, and address space is limited instead of memory;
 * box_describe says what is in force.
 *
 * When a program has ended by itself and left nothing, its warden waits for the
 * next one (box.h). After anything else, warden and namespace end, too.
 *
 * The program runs in a directory of its own, which is removed with all that is
 * in it, with a clean environment and without core dumps.
 */
#ifndef MOMUS_PROC_CHILD_H
#define MOMUS_PROC_CHILD_H

#include "base/strbuf.h"
#include "proc/loop.h"

struct child_limits {
    uint64_t wall_ms;   /* 0 is no limit, here and below */
    uint64_t cpu_ms;    /* of each of its processes */
    uint64_t memory;    /* bytes, of all of them */
    uint64_t output;    /* bytes on standard output and error together */
    uint64_t file_size; /* bytes of a file that it writes; where momus may mount, of all of them */
    uint32_t processes;
    bool keep_address_space; /* do not limit that in place of memory: Node, sanitizers */
};

enum child_end {
    CHILD_EXITED,   /* by itself; `status` is its exit status */
    CHILD_SIGNALED, /* by a signal that is not ours; `status` is the signal */
    CHILD_WALL,     /* too long by the clock */
    CHILD_CPU,      /* too much CPU time */
    CHILD_MEMORY,   /* too much memory; with `space`, it failed by itself, see child_judge */
    CHILD_OUTPUT,   /* too much output */
    CHILD_FILE,     /* too large a file, or too many */
    CHILD_STOPPED,  /* child_stop was called */
    CHILD_NO_START, /* the program could not be started; `error` says why */
};
const char *child_end_name(enum child_end end);

struct child_result {
    enum child_end end;
    int status;
    uint64_t wall_ns;
    uint64_t cpu_ns; /* 0 if not known */
    uint64_t peak;   /* bytes of memory, the most at a time; 0 if not known */
    bool no_box;     /* CHILD_NO_START, for no fault of the program */
    uint64_t space;  /* bytes that it might address, if that was limited in place of memory; 0 */
    struct strbuf out, err;
    struct strbuf error;
};
void child_result_release(struct child_result *result);

struct child_file {
    const char *name;
    const char *at;
    size_t n;
};

struct child_spec {
    char *const *argv; /* argv[0] is looked for in PATH if it has no slash */
    char *const *env;  /* NAME=VALUE, beyond the clean environment; may be NULL */
    const char *file;  /* name of a file in the program's directory; NULL for none */
    const char *text;  /* what is in the file; or, without a file, standard input */
    size_t n_text;
    const struct child_file *more; /* another file in its directory; may be NULL */
    bool is_session;               /* standard input stays open: child_write */
    int input; /* if not 0: a descriptor that becomes its standard input; stays the caller's */
    struct child_limits limits;
};

struct child;

/*
 * What becomes of a child. All get the child's context. `output` (may be NULL) is
 * called when there is more in child_output; `ended` once, as the last thing: the
 * result may be taken (moved out), what is left in it is released; then the child
 * is gone. Too much output ends the child, unless there is `flooded`: that is called,
 * again and again, while what is too much is thrown away. So does the end of its time,
 * unless `late` (may be NULL) sets another deadline.
 */
struct child_events {
    void (*output)(struct child *child, void *context);
    void (*flooded)(struct child *child, void *context);
    void (*late)(struct child *child, void *context);
    void (*ended)(struct child_result *result, void *context);
    void *context;
};

/*
 * Starts a program. A failure comes through `ended` like every other end, but
 * not before this returns. The spec is borrowed only until then. The word
 * {file} in an argument stands for the path of the file.
 */
struct child *child_start(struct loop *loop, const struct child_spec *spec,
                          const struct child_events *events);
/* More for the standard input of a session, which is kept until it can be written. */
void child_write(struct child *child, const char *text, size_t n);
void child_close_input(struct child *child);
/* What it has written so far, borrowed until the loop goes on. */
const struct strbuf *child_output(const struct child *child);
/* The same of standard error; what has arrived by now is read first. */
const struct strbuf *child_errors(struct child *child);
/* Forgets n bytes of the output. */
void child_drop_output(struct child *child, size_t from, size_t n);
/*
 * There is no hurry: what it writes in the next time is read together. Each line that is read at once
 * costs the program as much as us, as it wakes us.
 */
void child_put_off(struct child *child, uint64_t ns);
/*
 * For a child that does one task after the other. What it has written until now is moved to
 * the ends of these; false if it is cut, as it was too much.
 */
bool child_take_output(struct child *child, struct strbuf *out, struct strbuf *err);
/* How often something in its box was killed for want of memory. */
uint64_t child_memory_kills(const struct child *child);
/* Has it written files until there was no more room? */
bool child_is_full(const struct child *child);
/* Empties its directory, and writes a file there. False with errno. */
bool child_renew_file(struct child *child, const char *name, const char *text, size_t n);
/* The limit on its address space, where that is limited in place of memory; or 0. */
uint64_t child_address_space(const struct child *child);
/*
 * What the end of a process means, as waitpid tells it: sets end and status. Who has no memory
 * left of a limited address space is not killed, but told so, and then does whatever it does. So one
 * that fails (an exit status that is not 0, or a signal as of a bad address or an abort) while the
 * most memory that it had (peak) was near that limit (space) has run out of memory.
 */
void child_judge(struct child_result *result, int status, uint64_t cpu_ns, bool ran_out,
                 const struct child_limits *limits);
/*
 * What it has now of that which is limited: memory, with all that it started; or, where nobody
 * counts that, address space. 0 if not known.
 */
uint64_t child_memory(struct child *child);
/* The most memory that it has had so far; 0 if not known. Takes longer than a short query. */
uint64_t child_peak(struct child *child);
/* Moves the wall-clock limit: so many milliseconds from now, 0 for none. */
void child_set_deadline(struct child *child, uint64_t ms);
/* Ends it as a limit would. */
void child_stop(struct child *child);
/*
 * CPU time that it has used so far, in ns, without that of processes it has started; 0 if nobody
 * knows. Its last value counts if it is killed before it can be asked how much it was.
 */
uint64_t child_cpu_ns(struct child *child);
/*
 * CPU time in ns, of all programs: those that have ended, and of those that run what child_cpu_ns
 * said last; and of the wardens around them, which is ours.
 */
uint64_t child_total_cpu_ns(void);
uint64_t child_wardens_cpu_ns(void);

/* ---- the box ---- */

/* What contains children on this system, e.g. "PID namespace, memory cgroup, pids cgroup". */
const char *box_describe(void);
/* From now on as on a system that grants no namespaces; for tests. */
void box_without_namespaces(void);
/* How many programs can run at once, by the number of files that this process may open. */
size_t child_most_at_once(void);
/* How many files it must be able to open for so many programs. */
size_t child_files_for(size_t n);
/* Where private directories are made; NULL: $TMPDIR, else /tmp. */
void box_set_directory(const char *path);
/*
 * For die_cleanup_push: ends all programs, and removes what would be left of their boxes. Does only
 * what a signal handler may.
 */
void box_abandon_all(void *unused);

#endif
