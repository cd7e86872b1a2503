/*
 * ports.h - what a run moves through the node's InfiniBand ports
 *
 * The counters are the port's, not the program's: what others on the node send
 * is in the difference too.
 * Source: the kernel's ABI documentation, stable/sysfs-class-infiniband.
 */
#ifndef PERFEXPERT_MEASURE_RUN_PORTS_H
#define PERFEXPERT_MEASURE_RUN_PORTS_H

#include <stddef.h>

struct profile;

#define PORTS_VARIABLE "PERFEXPERT_INFINIBAND" /* another folder, for tests */

enum port_count {
	PORT_SENT, /* both in units of four bytes */
	PORT_RECEIVED,
	PORT_SENT_PACKETS,
	PORT_RECEIVED_PACKETS,
	PORT_WAIT, /* ticks in which data could not leave */
	PORT_ERRORS,
	PORT_DISCARDS,
	PORT_COUNTS
};

enum { PORTS_MOST = 32 };

struct port {
	char name[128];        /* "mlx5_0/1" */
	double bytes_per_s;    /* NAN: unknown */
	double v[PORT_COUNTS]; /* NAN: unknown */
};

struct ports {
	struct port port[PORTS_MOST];
	size_t n;
};

/* ports_read - those that are active; none where the system has none */
void ports_read(struct ports *p);

/*
 * ports_add - the difference of two readings, into the profile
 *
 * A counter that was reset in between, or is at its maximum, is unknown.
 */
void ports_add(struct profile *p, const struct ports *before,
               const struct ports *after);

#endif
