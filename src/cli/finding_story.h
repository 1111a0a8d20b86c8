/*
 * finding_story.h - one finding, whole: what it is, who says what, why that is
 * wrong, and how to see it again.
 */
#ifndef MOMUS_CLI_FINDING_STORY_H
#define MOMUS_CLI_FINDING_STORY_H

#include "cli/finding_text.h"
#include "report/finding.h"

/*
 * As text. `file` is what the script is called in commands. `is_here`: for whoever
 * has the run, with the script itself and paths; otherwise for others, who get
 * the script beside it. `width` columns are filled.
 */
void finding_story_add(const struct report_finding *story, const char *file, bool is_here,
                       size_t width, enum paint_how how, struct strbuf *out);

#endif
