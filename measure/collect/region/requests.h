/*
 * requests.h - what the region library asks of the simulator
 *
 * Client requests of a Valgrind tool: number, then up to two arguments. They
 * are in code of our own section, which the simulator leaves out of regions.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_REGION_REQUESTS_H
#define PERFEXPERT_MEASURE_COLLECT_REGION_REQUESTS_H

enum {
	REGION_REQUEST = 'P' << 24 | 'X' << 16,
	REGION_HELLO = REGION_REQUEST + 1, /* start, end of the section: 1 */
	REGION_BEGIN = REGION_REQUEST + 2, /* name, number */
	REGION_END = REGION_REQUEST + 3    /* name, number */
};

#endif
