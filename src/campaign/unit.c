#include "campaign/unit.h"

void unit_send(struct wire_out *out, const struct unit *unit) {
    wire_begin(out, WIRE_UNIT);
    wire_put_number(out, unit->strategy);
    wire_put_number(out, unit->trail);
    wire_put_number(out, unit->seed);
    wire_put_number(out, unit->first_step);
    wire_put_number(out, unit->n_steps);
    wire_put_number(out, unit->max_tests);
    wire_put_number(out, unit->may_wait);
}

struct unit unit_receive(struct wire_message *message) {
    struct unit unit = {0};
    unit.strategy = wire_number(message);
    unit.trail = wire_number(message);
    unit.seed = wire_number(message);
    unit.first_step = wire_number(message);
    unit.n_steps = wire_number(message);
    unit.max_tests = wire_number(message);
    unit.may_wait = wire_number(message) != 0;
    return unit;
}

static void put_counts(struct wire_out *out, const struct store_counters *counts) {
#define COUNTER(name, meaning) wire_put_number(out, counts->name);
#include "store/counters.def"
#undef COUNTER
}

struct store_counters counts_receive(struct wire_message *message) {
    struct store_counters counts;
#define COUNTER(name, meaning) counts.name = wire_number(message);
#include "store/counters.def"
#undef COUNTER
    return counts;
}

void counts_send(struct wire_out *out, const struct store_counters *counts) {
    wire_begin(out, WIRE_COUNTS);
    put_counts(out, counts);
}

void exhibit_send(struct wire_out *out, const struct exhibit *exhibit) {
    wire_begin(out, WIRE_EXHIBIT);
    wire_put_number(out, exhibit->kind);
    wire_put_word(out, exhibit->solver);
    wire_put_word(out, exhibit->test);
    wire_put_text(out, exhibit->message, exhibit->n_message);
    wire_put_text(out, exhibit->script, exhibit->n_script);
}

struct exhibit exhibit_receive(struct wire_message *message) {
    struct exhibit exhibit;
    exhibit.kind = (enum store_example)wire_number(message);
    exhibit.solver = wire_word(message);
    exhibit.test = wire_word(message);
    exhibit.message = wire_text(message, &exhibit.n_message);
    exhibit.script = wire_text(message, &exhibit.n_script);
    return exhibit;
}

void progress_send(struct wire_out *out, const struct progress *progress) {
    wire_begin(out, WIRE_PROGRESS);
    wire_put_number(out, progress->strategy);
    wire_put_number(out, progress->trail);
    wire_put_number(out, progress->first_step);
    wire_put_number(out, progress->next_step);
    wire_put_number(out, progress->done);
    wire_put_number(out, progress->lost_ms);
    wire_put_number(out, progress->seed);
    wire_put_number(out, progress->awaited_ms);
    put_counts(out, &progress->counts);
}

struct progress progress_receive(struct wire_message *message) {
    struct progress progress = {0};
    progress.strategy = wire_number(message);
    progress.trail = wire_number(message);
    progress.first_step = wire_number(message);
    progress.next_step = wire_number(message);
    progress.done = wire_number(message) != 0;
    progress.lost_ms = wire_number(message);
    progress.seed = wire_number(message);
    progress.awaited_ms = wire_number(message);
    progress.counts = counts_receive(message);
    return progress;
}

static void put_names(struct wire_out *out, struct store_names names) {
    wire_put_number(out, names.n);
    for (size_t i = 0; i < names.n; i++)
        wire_put_word(out, names.at[i]);
}

static struct store_names get_names(struct wire_message *message, struct arena *arena) {
    struct store_names names = {.n = wire_number(message)};
    names.at = arena_alloc(arena, (names.n + 1) * sizeof *names.at);
    for (size_t i = 0; i < names.n; i++)
        names.at[i] = wire_word(message);
    return names;
}

static void put_answer(struct wire_out *out, const struct store_answer *answer) {
    wire_put_number(out, answer->round);
    wire_put_word(out, answer->solver);
    wire_put_word(out, answer->version);
    wire_put_word(out, answer->command);
    wire_put_word(out, answer->answer);
    wire_put_number(out, answer->ms);
    wire_put_number(out, answer->kb);
    wire_put_text(out, answer->raw, answer->raw_n);
    wire_put_text(out, answer->given, answer->given_n);
}

static struct store_answer get_answer(struct wire_message *message) {
    struct store_answer answer = {0};
    answer.round = (uint32_t)wire_number(message);
    answer.solver = wire_word(message);
    answer.version = wire_word(message);
    answer.command = wire_word(message);
    answer.answer = wire_word(message);
    answer.ms = wire_number(message);
    answer.kb = wire_number(message);
    answer.raw = wire_text(message, &answer.raw_n);
    answer.given = wire_text(message, &answer.given_n);
    return answer;
}

void answers_send(struct wire_out *out, const struct store_answer *answers, size_t n) {
    wire_put_number(out, n);
    for (size_t i = 0; i < n; i++)
        put_answer(out, &answers[i]);
}

const struct store_answer *answers_receive(struct wire_message *message, struct arena *arena,
                                           size_t *n) {
    *n = wire_number(message);
    struct store_answer *answers = arena_alloc(arena, (*n + 1) * sizeof *answers);
    for (size_t i = 0; i < *n; i++)
        answers[i] = get_answer(message);
    return answers;
}

void report_send(struct wire_out *out, const struct store_report *report) {
    const struct store_finding *finding = &report->finding;
    wire_begin(out, WIRE_FINDING);
    wire_put_word(out, finding->class_name);
    wire_put_number(out, finding->severity);
    put_names(out, finding->at_fault);
    wire_put_word(out, finding->basis);
    wire_put_word(out, finding->confidence);
    wire_put_word(out, finding->fingerprint);
    wire_put_word(out, finding->evidence);
    wire_put_word(out, finding->strategy);
    put_names(out, finding->seeds);
    wire_put_word(out, finding->test);
    wire_put_word(out, finding->logic);
    wire_put_number(out, finding->shown);
    wire_put_number(out, finding->tried);
    wire_put_text(out, report->script, report->script_n);
    wire_put_word(out, report->witness);
    wire_put_number(out, (uint64_t)report->seen);
    answers_send(out, report->answers, report->n_answers);
}

struct store_report report_receive(struct wire_message *message, struct arena *arena) {
    struct store_report report = {0};
    struct store_finding *finding = &report.finding;
    finding->class_name = wire_word(message);
    finding->severity = (uint32_t)wire_number(message);
    finding->at_fault = get_names(message, arena);
    finding->basis = wire_word(message);
    finding->confidence = wire_word(message);
    finding->fingerprint = wire_word(message);
    finding->evidence = wire_word(message);
    finding->strategy = wire_word(message);
    finding->seeds = get_names(message, arena);
    finding->test = wire_word(message);
    finding->logic = wire_word(message);
    finding->shown = (uint32_t)wire_number(message);
    finding->tried = (uint32_t)wire_number(message);
    report.script = wire_text(message, &report.script_n);
    report.witness = wire_word(message);
    report.seen = (int64_t)wire_number(message);
    report.answers = answers_receive(message, arena, &report.n_answers);
    return report;
}
