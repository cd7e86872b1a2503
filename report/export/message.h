/*
 * message.h - a finding in a sentence, for tools that show it beside its line
 */
#ifndef PERFEXPERT_REPORT_EXPORT_MESSAGE_H
#define PERFEXPERT_REPORT_EXPORT_MESSAGE_H

struct finding;
struct strbuf;
struct suggestion;

/* message_suggestion - its first change, or NULL */
const struct suggestion *message_suggestion(const struct finding *of);

/* message_add - "82.5 % of the time. Why. Change: about 2.5x as fast.", not
 * escaped */
void message_add(struct strbuf *b, const struct finding *of);

#endif
