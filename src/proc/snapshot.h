/*
 * snapshot.h - one solver process that starts once, and is forked for each query.
 *
 *     momus ---> warden ---> server (the solver, stopped before its input)
 *       |                       |---fork---> query (goes on from there) ---> its children
 *       `------- control -------'
 *
 * A library of ours (proc/preload), put into the solver by LD_PRELOAD, stops it at the moment
 * it opens its file: everything is loaded, all options are read. Each query is written into
 * that file and answered by a fork, whose output and end are those of a process that was
 * started for it alone, without the time that starting takes.
 *
 * Where a solver does much of its work with the first command (z3 makes its tables), it can be
 * told something first: `first` is what all queries start with. It has to be a solver that
 * reads its file piece by piece; then it is stopped where that is read and done. What it
 * prints so far is put before the output of each query.
 *
 * A query is in the box of the server (proc/child.h), with limits of its own; when it ends,
 * or its time is over, all that it has started is killed before the next one begins. A query that
 * crashes or hangs does not harm the server; should that end, the next query starts another.
 *
 * A solver that is static, a script, that has threads, or opens its file in a way that is not
 * seen cannot be asked like this, nor can any without PID namespaces. That is found out by
 * trying, for a limited time.
 */
#ifndef MOMUS_PROC_SNAPSHOT_H
#define MOMUS_PROC_SNAPSHOT_H

#include "proc/child.h"

struct snapshot_spec {
    char *const *argv; /* with {file} */
    const char *first; /* what all queries start with; NULL: stop when the file is opened */
    struct child_limits limits; /* of a query; memory is that of server and query together */
};

/*
 * How a query ended, as if it had been a process of its own; the result may be taken (moved
 * out). NULL: the solver cannot be asked like this, or the server was lost with the query
 * before it said how that ended. Somebody else has to be asked.
 */
typedef void snapshot_fn(struct child_result *result, void *context);

struct snapshot;

/* No process is started before the first query. The spec is copied. */
struct snapshot *snapshot_new(struct loop *loop, const struct snapshot_spec *spec);
/*
 * Asks a query: the file, without what stands in `first`. The text is copied. Replies come in
 * the order of the queries, by the loop, not before this returns.
 */
void snapshot_ask(struct snapshot *snapshot, const char *text, size_t n, snapshot_fn *replied,
                  void *context);
/* So long have queries that are asked from now on; 0 is no limit. */
void snapshot_set_limit(struct snapshot *snapshot, uint64_t wall_ms);
/* Queries without reply so far. */
size_t snapshot_waiting(const struct snapshot *snapshot);
/* Servers that were started so far. */
uint32_t snapshot_servers(const struct snapshot *snapshot);
/* Has any query been answered? */
bool snapshot_works(const struct snapshot *snapshot);
/* Why the solver cannot be asked like this; NULL if nothing is known against it. */
const char *snapshot_failure(struct snapshot *snapshot);
/*
 * Ends the server; queries that wait get no reply any more. The snapshot is gone once the
 * loop has seen the server end, which it must be given time for.
 */
void snapshot_free(struct snapshot *snapshot);

#endif
