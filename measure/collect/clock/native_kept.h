/*
 * native_kept.h - native runs of an interrupted measurement, for --resume
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_KEPT_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_KEPT_H

struct err;
struct native;
struct session;

/*
 * native_kept_find - read the kept runs; n->nruns is 0 if there are none
 *
 * Release *n with native_release in any case. Errors: ERR_USAGE if they were
 * measured in another way than would be used now (ignored with s->force),
 * ERR_FORMAT
 */
int native_kept_find(struct session *s, struct native *n, struct err *err);

/* native_kept_write - all runs up to now, if they can be kept */
void native_kept_write(struct session *s, const struct native *n);

#endif
