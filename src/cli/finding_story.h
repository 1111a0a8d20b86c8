/*
 * finding_story.h - one finding, whole: what it is, who says what, why that is
 * wrong, and how to see it again.
 */
#ifndef MOMUS_CLI_FINDING_STORY_H
#define MOMUS_CLI_FINDING_STORY_H

#include "base/file.h"
#include "cli/finding_text.h"

struct finding_story {
    struct store_finding finding;
    store_answer_vec answers;
    store_trigger_vec triggers;
    struct file_text script, reduced; /* reduced.at is NULL if there is none */
    const char *run;                  /* the folder; borrowed from the store */
    struct arena arena;
};

/*
 * Reads everything about a finding. False, with the reason: there is none of this
 * number (*there is false), or the store or a file cannot be read. It is to be
 * released in any case.
 */
bool finding_story_load(struct store *store, uint32_t number, struct finding_story *story,
                        bool *there, struct strbuf *error);
void finding_story_release(struct finding_story *story);

/*
 * As text. `file` is what the script is called in commands. `is_here`: for whoever
 * has the run, with the script itself and paths; otherwise for others, who get
 * the script beside it. `width` columns are filled.
 */
void finding_story_add(const struct finding_story *story, const char *file, bool is_here,
                       size_t width, enum paint_how how, struct strbuf *out);
json_t *finding_story_json(const struct finding_story *story);

#endif
