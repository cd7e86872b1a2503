#include "perf_pmu.h"

#include <dirent.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "measure/collect/clock/perf_stream.h"

/* Source: Arm Architecture Reference Manual, D13: PMCEID0_EL0 and PMCEID1_EL0
 * have a bit for each of 0x0000 to 0x003f and of 0x4000 to 0x403f. */
enum { EACH = 64, EXTENDED = 0x4000 };

/* A file of sysfs: "event=0x0011" */
static void add_event(struct perf_pmu *p, const char *path)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = { 0 };

	if (io_read_file(path, 64, &text, &ignored) == 0 &&
	    strncmp(text.s, "event=0x", 8) == 0) {
		unsigned long code = strtoul(text.s + 8, NULL, 16);

		if (code < EACH)
			p->common[0] |= UINT64_C(1) << code;
		else if (code >= EXTENDED && code < EXTENDED + EACH)
			p->common[1] |= UINT64_C(1) << (code - EXTENDED);
	}
	strbuf_release(&text);
}

static void add_device(struct perf_pmu *p, const char *path)
{
	struct strbuf file = STRBUF_INIT;
	DIR *d = opendir(path);

	for (const struct dirent *e; d && (e = readdir(d));) {
		if (e->d_name[0] == '.')
			continue;
		strbuf_clear(&file);
		strbuf_addf(&file, "%s/%s", path, e->d_name);
		add_event(p, file.s);
	}
	if (d)
		closedir(d);
	strbuf_release(&file);
}

void perf_pmu_read(struct perf_pmu *p, const char *devices)
{
	struct strbuf path = STRBUF_INIT;
	DIR *d = opendir(devices);

	*p = (struct perf_pmu){ 0 };
	for (const struct dirent *e; d && (e = readdir(d));) {
		if (strncmp(e->d_name, "armv", 4) != 0)
			continue;
		p->arm = true;
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s/events", devices, e->d_name);
		add_device(p, path.s);
	}
	if (d)
		closedir(d);
	strbuf_release(&path);
}

/* An older kernel names no events above some number: nothing is known of
 * those. */
static bool lacks(uint64_t has, uint64_t code)
{
	return has >> code && !(has >> code & 1);
}

bool perf_pmu_lacks(const struct perf_pmu *p, const struct perf_stream_event *e)
{
	if (!perf_pmu_unsure(p, e))
		return false;
	if (e->config < EACH)
		return lacks(p->common[0], e->config);
	return e->config >= EXTENDED && e->config < EXTENDED + EACH &&
	       lacks(p->common[1], e->config - EXTENDED);
}

bool perf_pmu_unsure(const struct perf_pmu *p,
                     const struct perf_stream_event *e)
{
	return p->arm && e->type == PERF_TYPE_RAW;
}
