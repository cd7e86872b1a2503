/*
 * Interfaces of other tools that codes are already instrumented with: fapp and
 * fipp, start_collection, libhpm, LIKWID's markers; in C and in Fortran, whose
 * compilers append the lengths of character arguments.
 *
 * A pair becomes a region: its name, and its number where it has one (fapp's
 * second argument, libhpm's instance), else 0. Priorities (fapp's third
 * argument) and parents (hpmStartx) are not looked at.
 */
#include "library.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "measure/collect/region/area.h"

enum { INSTANCES = 1024 };

#define FIPP "fipp"

/* A name as C wants it: of a Fortran string, without the trailing blanks. */
struct text {
	char s[REGION_NAME];
};

INSIDE static struct text text_of(const char *s, size_t n)
{
	struct text t = { { 0 } };

	while (n && s[n - 1] == ' ')
		n--;
	n = n < sizeof(t.s) - 1 ? n : sizeof(t.s) - 1;
	for (size_t i = 0; i < n && s[i]; i++)
		t.s[i] = s[i];
	return t;
}

INSIDE static void begin_text(const char *s, size_t n, int number,
                              const void *from)
{
	struct text t = text_of(s, n);

	library_begin(t.s, number, from);
}

INSIDE static void end_text(const char *s, size_t n, int number,
                            const void *from)
{
	struct text t = text_of(s, n);

	library_end(t.s, number, from);
}

/* Arguments that nothing is made of */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Functions of other interfaces, and what they do where regions are measured */
#define CALL(name, arguments, does)                                            \
	EXPORT INSIDE void name arguments                                      \
	{                                                                      \
		if (library_measured())                                        \
			does;                                                  \
	}
#define SUCCEEDS(name, arguments, does)                                        \
	EXPORT INSIDE int name arguments                                       \
	{                                                                      \
		if (library_measured())                                        \
			does;                                                  \
		return 0;                                                      \
	}
#define NOTHING(name, arguments)                                               \
	EXPORT INSIDE void name arguments                                      \
	{                                                                      \
	}

/* ---- our own, in Fortran; a number that is absent is 0 ---- */

CALL(perfexpert_region_begin_, (const char *name, const int *number, size_t n),
     begin_text(name, n, number ? *number : 0, CALLER))
CALL(perfexpert_region_end_, (const char *name, const int *number, size_t n),
     end_text(name, n, number ? *number : 0, CALLER))

/* ---- fapp, fipp, start_collection ---- */

CALL(fapp_start, (const char *name, int number, int level),
     library_begin(name, number, CALLER))
CALL(fapp_stop, (const char *name, int number, int level),
     library_end(name, number, CALLER))
CALL(fapp_start_,
     (const char *name, const int *number, const int *level, size_t n),
     begin_text(name, n, *number, CALLER))
CALL(fapp_stop_,
     (const char *name, const int *number, const int *level, size_t n),
     end_text(name, n, *number, CALLER))
CALL(fipp_start, (void), library_begin(FIPP, 0, CALLER))
CALL(fipp_stop, (void), library_end(FIPP, 0, CALLER))
CALL(fipp_start_, (void), library_begin(FIPP, 0, CALLER))
CALL(fipp_stop_, (void), library_end(FIPP, 0, CALLER))
CALL(start_collection, (const char *name), library_begin(name, 0, CALLER))
CALL(stop_collection, (const char *name), library_end(name, 0, CALLER))
CALL(start_collection_, (const char *name, size_t n),
     begin_text(name, n, 0, CALLER))
CALL(stop_collection_, (const char *name, size_t n),
     end_text(name, n, 0, CALLER))

/* ---- libhpm: a stop gives the instance only ---- */

static struct instance {
	char label[REGION_NAME];
	int id;
	int open;
} instances[INSTANCES];

/* Of an instance that was started, or NULL. */
INSIDE static struct instance *instance_of(int id)
{
	struct instance *i = &instances[(unsigned)id % INSTANCES];

	return i->label[0] && i->id == id ? i : NULL;
}

INSIDE static void hpm_start(int id, const char *label, size_t n,
                             const void *from)
{
	struct instance *i = &instances[(unsigned)id % INSTANCES];
	struct text t = text_of(label, n);

	if (!t.s[0])
		t.s[0] = '-';
	/* the first one names it: others would not be found at the stop */
	if (i->id != id || !i->label[0]) {
		for (size_t k = 0; k < sizeof(t.s); k++)
			i->label[k] = t.s[k];
		i->id = id;
		i->open = 0;
	}
	__atomic_fetch_add(&i->open, 1, __ATOMIC_RELAXED);
	library_begin(i->label, id, from);
}

INSIDE static void hpm_stop(int id, const void *from)
{
	struct instance *i = instance_of(id);

	if (i)
		__atomic_fetch_sub(&i->open, 1, __ATOMIC_RELAXED);
	library_end(i ? i->label : "hpmStop", id, from);
}

/* All that are open stop. */
INSIDE static void hpm_terminate(const void *from)
{
	for (int k = INSTANCES - 1; k >= 0; k--) {
		while (instances[k].open > 0)
			hpm_stop(instances[k].id, from);
	}
}

INSIDE static size_t length(const char *s)
{
	size_t n = 0;

	while (n < REGION_NAME && s[n])
		n++;
	return n;
}

EXPORT int hpm_error_count;

NOTHING(hpmInit, (int task, const char *program))
CALL(hpmTerminate, (int task), hpm_terminate(CALLER))
CALL(hpmStart, (int id, const char *label),
     hpm_start(id, label, length(label), CALLER))
CALL(hpmStartx, (int id, int parent, const char *label),
     hpm_start(id, label, length(label), CALLER))
CALL(hpmStop, (int id), hpm_stop(id, CALLER))
CALL(hpmTstart, (int id, const char *label),
     hpm_start(id, label, length(label), CALLER))
CALL(hpmTstartx, (int id, int parent, const char *label),
     hpm_start(id, label, length(label), CALLER))
CALL(hpmTstop, (int id), hpm_stop(id, CALLER))
NOTHING(f_hpminit_, (const int *task, const char *program, size_t n))
CALL(f_hpmterminate_, (const int *task), hpm_terminate(CALLER))
CALL(f_hpmstart_, (const int *id, const char *label, size_t n),
     hpm_start(*id, label, n, CALLER))
CALL(f_hpmstartx_,
     (const int *id, const int *parent, const char *label, size_t n),
     hpm_start(*id, label, n, CALLER))
CALL(f_hpmstop_, (const int *id), hpm_stop(*id, CALLER))
CALL(f_hpmtstart_, (const int *id, const char *label, size_t n),
     hpm_start(*id, label, n, CALLER))
CALL(f_hpmtstartx_,
     (const int *id, const int *parent, const char *label, size_t n),
     hpm_start(*id, label, n, CALLER))
CALL(f_hpmtstop_, (const int *id), hpm_stop(*id, CALLER))

EXPORT INSIDE int f_hpm_error_(void)
{
	return 0;
}

/* ---- LIKWID's markers ---- */

NOTHING(likwid_markerInit, (void))
NOTHING(likwid_markerThreadInit, (void))
NOTHING(likwid_markerNextGroup, (void))
NOTHING(likwid_markerClose, (void))
SUCCEEDS(likwid_markerWriteFile, (const char *file), (void)file)
SUCCEEDS(likwid_markerRegisterRegion, (const char *tag), (void)tag)
SUCCEEDS(likwid_markerResetRegion, (const char *tag), (void)tag)
SUCCEEDS(likwid_markerStartRegion, (const char *tag),
         library_begin(tag, 0, CALLER))
SUCCEEDS(likwid_markerStopRegion, (const char *tag),
         library_end(tag, 0, CALLER))

/* What was counted is in the report, not in the program. */
EXPORT INSIDE void likwid_markerGetRegion(const char *tag, int *nevents,
                                          double *events, double *time,
                                          int *count)
{
	(void)tag;
	(void)events;
	if (nevents)
		*nevents = 0;
	if (time)
		*time = 0;
	if (count)
		*count = 0;
}

NOTHING(likwid_markerinit_, (void))
NOTHING(likwid_markerthreadinit_, (void))
NOTHING(likwid_markernextgroup_, (void))
NOTHING(likwid_markerclose_, (void))
NOTHING(likwid_markerregisterregion_, (const char *tag, size_t n))
CALL(likwid_markerstartregion_, (const char *tag, size_t n),
     begin_text(tag, n, 0, CALLER))
CALL(likwid_markerstopregion_, (const char *tag, size_t n),
     end_text(tag, n, 0, CALLER))
