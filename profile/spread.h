/*
 * spread.h - threads and what they have of sections, in the measurement file
 */
#ifndef PERFEXPERT_PROFILE_SPREAD_H
#define PERFEXPERT_PROFILE_SPREAD_H

struct elements;
struct profile;
struct profile_section;
struct strbuf;

/* spread_read_thread - <thread rank="0" number="1" .../> */
int spread_read_thread(struct elements *in, struct profile *p);

/* spread_read - <spread of="cycles">...</spread>; others are passed over */
int spread_read(struct elements *in, struct profile *p,
                struct profile_section *s);

/* spread_write_threads, spread_write - the same, appended to b */
void spread_write_threads(struct strbuf *b, const struct profile *p);
void spread_write(struct strbuf *b, const struct profile *p,
                  const struct profile_section *s);

#endif
