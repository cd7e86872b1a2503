/*
 * series.h - what threads did over time, in the measurement file
 */
#ifndef PERFEXPERT_PROFILE_SERIES_H
#define PERFEXPERT_PROFILE_SERIES_H

struct elements;
struct profile;
struct profile_section;
struct profile_series;
struct strbuf;

/*
 * profile_series_add - one more, copied with its values, of a section; NULL: of
 * no section
 *
 * What is beyond PROFILE_MAX_BINS and PROFILE_MAX_SERIES is left out.
 */
void profile_series_add(struct profile *p, struct profile_section *s,
                        const struct profile_series *of);

/* series_read - <series of="cpu" thread="0" from="3" n="2">1 0.5</series> */
int series_read(struct elements *in, struct profile *p,
                struct profile_section *s);

/* series_read_timeline - <timeline bin-s="0.01" bins="100">, with series */
int series_read_timeline(struct elements *in, struct profile *p);

/* series_write, series_write_timeline - the same, appended to b */
void series_write(struct strbuf *b, const struct profile_section *s);
void series_write_timeline(struct strbuf *b, const struct profile *p);

#endif
