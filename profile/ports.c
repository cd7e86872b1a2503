#include "ports.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/num.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "elements.h"
#include "profile.h"
#include "xml.h"

static void larger(double *to, double v)
{
	*to = fmax(*to, v); /* the other one where one is NAN */
}

static struct profile_port *find(struct profile *p, const char *host,
                                 const char *name)
{
	for (size_t i = 0; i < p->nports; i++) {
		if (str_same(p->ports[i].name, name) &&
		    str_same(p->ports[i].host, host))
			return &p->ports[i];
	}
	return NULL;
}

void profile_port_add(struct profile *p, const struct profile_port *port)
{
	struct profile_port *to = find(p, port->host, port->name);

	if (to) {
		larger(&to->bytes_per_s, port->bytes_per_s);
		larger(&to->sent, port->sent);
		larger(&to->received, port->received);
		larger(&to->sent_packets, port->sent_packets);
		larger(&to->received_packets, port->received_packets);
		larger(&to->wait, port->wait);
		larger(&to->errors, port->errors);
		larger(&to->discards, port->discards);
		return;
	}
	if (p->nports == PROFILE_MAX_PORTS)
		return;
	if (p->nports == p->cap_ports) {
		p->cap_ports = p->cap_ports ? 2 * p->cap_ports : 4;
		to = arena_alloc(p->arena, p->cap_ports, sizeof(*to));
		if (p->nports)
			memcpy(to, p->ports, p->nports * sizeof(*to));
		p->ports = to;
	}
	to = &p->ports[p->nports++];
	*to = *port;
	to->name = arena_strdup(p->arena, port->name);
	to->host = port->host ? arena_intern(p->arena, port->host) : NULL;
}

int ports_read_xml(struct elements *in, struct profile *p)
{
	struct profile_port t = { NULL, "",  NAN, NAN, NAN,
		                  NAN,  NAN, NAN, NAN, NAN };
	const struct element_field fields[] = {
		{ .name = "host", .text = &t.host },
		{ .name = "name", .text = &t.name },
		{ .name = "bytes-per-s", .count = &t.bytes_per_s },
		{ .name = "sent", .count = &t.sent },
		{ .name = "received", .count = &t.received },
		{ .name = "sent-packets", .count = &t.sent_packets },
		{ .name = "received-packets", .count = &t.received_packets },
		{ .name = "wait", .count = &t.wait },
		{ .name = "errors", .count = &t.errors },
		{ .name = "discards", .count = &t.discards },
	};

	if (elements_fields(in, fields, sizeof(fields) / sizeof(*fields)) != 0)
		return -1;
	if (p->nports == PROFILE_MAX_PORTS)
		return elements_fail(in, "too many ports");
	profile_port_add(p, &t);
	return elements_skip(in);
}

static void add_number(struct strbuf *b, const char *name, double v)
{
	char text[NUM_SHORTEST];

	if (!isnan(v))
		strbuf_addf(b, " %s=\"%s\"", name, num_shortest(text, v));
}

void ports_write_xml(struct strbuf *b, const struct profile *p)
{
	for (size_t i = 0; i < p->nports; i++) {
		const struct profile_port *t = &p->ports[i];

		strbuf_adds(b, "<port name=\"");
		xml_add_text(b, t->name);
		if (t->host) {
			strbuf_adds(b, "\" host=\"");
			xml_add_text(b, t->host);
		}
		strbuf_addc(b, '"');
		add_number(b, "bytes-per-s", t->bytes_per_s);
		add_number(b, "sent", t->sent);
		add_number(b, "received", t->received);
		add_number(b, "sent-packets", t->sent_packets);
		add_number(b, "received-packets", t->received_packets);
		add_number(b, "wait", t->wait);
		add_number(b, "errors", t->errors);
		add_number(b, "discards", t->discards);
		strbuf_adds(b, "/>\n");
	}
}
