#include "ports.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "profile/ports.h"
#include "profile/profile.h"

static const char folder[] = "/sys/class/infiniband";

static const char *const files[PORT_COUNTS] = {
	[PORT_SENT] = "counters/port_xmit_data",
	[PORT_RECEIVED] = "counters/port_rcv_data",
	[PORT_SENT_PACKETS] = "counters/port_xmit_packets",
	[PORT_RECEIVED_PACKETS] = "counters/port_rcv_packets",
	[PORT_WAIT] = "counters/port_xmit_wait",
	[PORT_ERRORS] = "counters/port_rcv_errors",
	[PORT_DISCARDS] = "counters/port_xmit_discards",
};

/* Counters of 32 bits, which old hardware has, stay at their end. */
static const double stuck = 4294967295.;

/* A file's first line; false where there is none */
static bool read_line(struct strbuf *b, const char *port, const char *file)
{
	struct strbuf path = STRBUF_INIT;
	struct err ignored = { 0 };
	int rc;

	strbuf_clear(b);
	io_join(&path, port, file);
	rc = io_read_file(path.s, 4096, b, &ignored);
	b->s[strcspn(b->s, "\n")] = '\0';
	strbuf_release(&path);
	return rc == 0;
}

/* "100 Gb/sec (4X EDR)" */
static double rate_of(const char *text)
{
	char *end;
	const double gigabits = strtod(text, &end);

	return end != text && gigabits > 0 && strncmp(end, " Gb/sec", 7) == 0
	               ? gigabits * 1e9 / 8
	               : NAN;
}

static void read_port(struct ports *p, const char *device, const char *number,
                      const char *path)
{
	struct strbuf b = STRBUF_INIT;
	struct port *port = &p->port[p->n];

	if (p->n < PORTS_MOST && read_line(&b, path, "state") &&
	    strstr(b.s, "ACTIVE")) {
		snprintf(port->name, sizeof(port->name), "%.100s/%.20s", device,
		         number);
		port->bytes_per_s =
			read_line(&b, path, "rate") ? rate_of(b.s) : NAN;
		for (size_t i = 0; i < PORT_COUNTS; i++) {
			if (!read_line(&b, path, files[i]) ||
			    !num_count(b.s, &port->v[i]) || port->v[i] == stuck)
				port->v[i] = NAN;
		}
		p->n++;
	}
	strbuf_release(&b);
}

static void read_device(struct ports *p, const char *root, const char *device)
{
	struct strbuf path = STRBUF_INIT;
	const struct dirent *e;
	size_t stem;
	DIR *dir;

	io_join(&path, root, device);
	strbuf_adds(&path, "/ports");
	stem = path.len;
	dir = opendir(path.s);
	while (dir && (e = readdir(dir))) {
		int number;

		if (!num_int(e->d_name, 0, 255, &number))
			continue;
		strbuf_addf(&path, "/%s", e->d_name);
		read_port(p, device, e->d_name, path.s);
		path.s[path.len = stem] = '\0';
	}
	if (dir)
		closedir(dir);
	strbuf_release(&path);
}

void ports_read(struct ports *p)
{
	const char *root = getenv(PORTS_VARIABLE);
	const struct dirent *e;
	DIR *dir;

	p->n = 0;
	root = root ? root : folder;
	dir = opendir(root);
	while (dir && (e = readdir(dir))) {
		if (e->d_name[0] != '.')
			read_device(p, root, e->d_name);
	}
	if (dir)
		closedir(dir);
}

static double grown(const struct port *from, const struct port *to, size_t i)
{
	return to->v[i] >= from->v[i] ? to->v[i] - from->v[i] : NAN;
}

void ports_add(struct profile *p, const struct ports *before,
               const struct ports *after)
{
	for (size_t i = 0; i < after->n; i++) {
		const struct port *to = &after->port[i], *from = NULL;

		for (size_t k = 0; k < before->n; k++) {
			if (strcmp(before->port[k].name, to->name) == 0)
				from = &before->port[k];
		}
		if (!from)
			continue;
		profile_port_add(
			p,
			&(struct profile_port){
				.host = p->host,
				.name = to->name,
				.bytes_per_s = to->bytes_per_s,
				.sent = 4 * grown(from, to, PORT_SENT),
				.received = 4 * grown(from, to, PORT_RECEIVED),
				.sent_packets =
					grown(from, to, PORT_SENT_PACKETS),
				.received_packets =
					grown(from, to, PORT_RECEIVED_PACKETS),
				.wait = grown(from, to, PORT_WAIT),
				.errors = grown(from, to, PORT_ERRORS),
				.discards = grown(from, to, PORT_DISCARDS),
			});
	}
}
