#include "call_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attribution.h"
#include "base/banned.h"
#include "base/mem.h"
#include "profile/profile.h"

static const double least = 0.0005; /* of all */

/* A procedure below the one that called it. */
struct node {
	const struct profile_section *procedure;
	struct node *child, *next;
	double own, all;
};

static const struct profile_section *procedure_at(struct attribution *b,
                                                  const struct calls_place *at)
{
	const struct profile_section *s =
		attribution_spot_file(b, at->path, at->offset).section;

	while (s && s->kind == PROFILE_LOOP)
		s = s->parent;
	return s;
}

static struct node *below(struct node *parent,
                          const struct profile_section *procedure)
{
	struct node *c = parent->child;

	/* a procedure that calls itself is one node, however deep */
	if (parent->procedure == procedure)
		return parent;
	while (c && c->procedure != procedure)
		c = c->next;
	if (!c) {
		c = mem_alloc(1, sizeof(*c));
		c->procedure = procedure;
		c->next = parent->child;
		parent->child = c;
	}
	return c;
}

static double sum_up(struct node *n)
{
	n->all = n->own;
	for (struct node *c = n->child; c; c = c->next)
		n->all += sum_up(c);
	return n->all;
}

static void free_below(struct node *n)
{
	struct node *c = n->child, *next;

	for (; c; c = next) {
		next = c->next;
		free_below(c);
		free(c);
	}
}

/* The largest first. */
static struct node *sorted(struct node *list)
{
	struct node *out = NULL, *next;

	for (; list; list = next) {
		struct node **at = &out;

		next = list->next;
		while (*at && (*at)->all >= list->all)
			at = &(*at)->next;
		list->next = *at;
		*at = list;
	}
	return out;
}

static void keep(struct profile *p, struct profile_call *to, struct node *from,
                 double total)
{
	double other = 0;

	from->child = sorted(from->child);
	for (struct node *c = from->child; c; c = c->next) {
		const struct profile_section *s = c->procedure;
		struct profile_call *call = NULL;

		if (c->all >= least * total)
			call = profile_call_add(p, to, s ? s->name : "",
			                        s && s->parent ? s->parent->name
			                                       : "");
		if (call) {
			call->own = c->own;
			keep(p, call, c, total);
		} else {
			other += c->all;
		}
	}
	if (other > 0) {
		struct profile_call *rest =
			profile_call_add(p, to, PROFILE_CALL_OTHER, "");

		if (rest)
			rest->own = other;
		else
			to->own += other;
	}
}

void calls_build(struct attribution *b, const struct calls_place *places,
                 size_t n)
{
	struct node root = { 0 };
	struct node **of = mem_alloc(n + 1, sizeof(struct node *));
	double total;

	of[0] = &root;
	root.procedure = b->p->root; /* none of them */
	for (size_t i = 1; i < n; i++) {
		of[i] = below(of[places[i].parent],
		              procedure_at(b, &places[i]));
		of[i]->own += places[i].cycles + places[i].waits;
	}
	total = sum_up(&root);
	if (total > 0)
		keep(b->p, profile_calls(b->p), &root, total);
	free_below(&root);
	free(of);
}
