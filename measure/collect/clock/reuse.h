/*
 * reuse.h - native runs that were measured before, used again
 *
 * Kept in the cache (base/cache.h) for each measurement, with what they were
 * runs of (measure/kept/identity.h).
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_REUSE_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_REUSE_H

struct err;
struct native;
struct profile;
struct session;

/* reuse_keep - the native runs of a measurement that was made; what can't be
 * kept is said with --verbose only */
void reuse_keep(const struct session *s, const struct native *n,
                const struct profile *p);

/*
 * reuse_find - the native runs of the measurement s->reuse, instead of running
 *
 * Release with native_release in any case. Errors: ERR_USAGE when what would be
 * run now is not what was run then, or they are not kept any more; as of
 * profile_read_xml; all say that the runs of that file can't be used
 */
int reuse_find(struct session *s, struct native *n, struct err *err);

#endif
