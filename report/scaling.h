/*
 * scaling.h - measurements of one program with more and more threads or ranks
 */
#ifndef PERFEXPERT_REPORT_SCALING_H
#define PERFEXPERT_REPORT_SCALING_H

#include "diagnose/scaling.h"

struct json;
struct strbuf;

/* scaling_text, scaling_fill - speed-up and efficiency of the program and its
 * sections, and to what those lose that are not efficient; appended to b */
void scaling_text(struct strbuf *b, const struct scaling *s);
void scaling_fill(struct json *j, const struct scaling *s);

/* scaling_reason - to what a section loses, in words
 * scaling_workers - what is more and more: "threads" or "ranks x threads" */
const char *scaling_reason(enum scaling_loss loss);
const char *scaling_workers(const struct scaling *s);

#endif
