/*
 * ports.h - what went through the network ports of the nodes, in the first run
 */
#ifndef PERFEXPERT_PROFILE_PORTS_H
#define PERFEXPERT_PROFILE_PORTS_H

struct elements;
struct profile;
struct strbuf;

enum { PROFILE_MAX_PORTS = 1 << 10 };

/* Of a port, by whomever on its node; NAN: unknown. */
struct profile_port {
	const char *host; /* or NULL */
	const char *name; /* "mlx5_0/1" */
	double bytes_per_s;
	double sent, received; /* bytes */
	double sent_packets, received_packets;
	double wait; /* ticks of the port in which data could not leave */
	double errors, discards;
};

/*
 * profile_port_add - one more, its names copied
 *
 * Of a port that is there already, as other ranks of its node saw it, the
 * larger of each count is kept.
 */
void profile_port_add(struct profile *p, const struct profile_port *port);

/* ports_read_xml, ports_write_xml - <port name="mlx5_0/1" sent="..." .../> */
int ports_read_xml(struct elements *in, struct profile *p);
void ports_write_xml(struct strbuf *b, const struct profile *p);

#endif
