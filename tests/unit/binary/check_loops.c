/* check_loops - loops of control flow graphs, also against the definition */
#include "check.h"

#include "base/mem.h"
#include "measure/binary/flow/flow.h"
#include "measure/binary/flow/loops.h"

enum { MAX_NODES = 24 };

/* A graph of blocks without instructions; edges are pairs, ended by -1 */
static void make_flow(struct flow *f, size_t n, const int *pairs)
{
	*f = (struct flow){ .nblocks = n };
	f->blocks = mem_alloc(n, sizeof(*f->blocks));
	for (size_t from = 0; from < n; from++) {
		f->blocks[from].succ = (uint32_t)f->nedges;
		for (const int *p = pairs; *p >= 0; p += 2) {
			if ((size_t)p[0] != from)
				continue;
			f->edges = mem_grow(f->edges, &f->edges_cap,
			                    f->nedges + 1, sizeof(*f->edges));
			f->edges[f->nedges++] =
				(struct flow_edge){ (uint32_t)from,
				                    (uint32_t)p[1], false };
			f->blocks[from].nsucc++;
		}
	}
}

static const struct {
	const char *what;
	int n, edges[24];
	/* for each block the header of its innermost loop, or -1 */
	int header[8];
	int irreducible; /* loops that are */
} graphs[] = {
	{ "straight", 3, { 0, 1, 1, 2, -1 }, { -1, -1, -1 }, 0 },
	{ "itself", 3, { 0, 1, 1, 1, 1, 2, -1 }, { -1, 1, -1 }, 0 },
	{ "nest",
	  5,
	  { 0, 1, 1, 2, 2, 2, 2, 3, 3, 1, 3, 4, -1 },
	  { -1, 1, 2, 1, -1 },
	  0 },
	{ "two back edges",
	  5,
	  { 0, 1, 1, 2, 1, 3, 2, 1, 3, 1, 3, 4, -1 },
	  { -1, 1, 1, 1, -1 },
	  0 },
	{ "the entry is a header", 2, { 0, 1, 1, 0, -1 }, { 0, 0 }, 0 },
	{ "two entries",
	  4,
	  { 0, 1, 0, 2, 1, 2, 2, 1, 2, 3, -1 },
	  { -1, 1, 1, -1 },
	  1 },
	{ "two entries inside a loop",
	  5,
	  { 0, 1, 1, 2, 1, 3, 2, 3, 3, 2, 3, 1, 1, 4, -1 },
	  { -1, 1, 2, 2, -1 },
	  1 },
	{ "an island leads into a loop",
	  5,
	  { 0, 1, 1, 2, 2, 1, 1, 3, 4, 2, -1 },
	  { -1, 1, 1, -1, 1 },
	  0 },
	{ "an island leads out of it",
	  5,
	  { 0, 1, 1, 2, 2, 1, 1, 3, 4, 3, -1 },
	  { -1, 1, 1, -1, -1 },
	  0 },
};

START_TEST(finds_loops)
{
	struct loops l;
	struct flow f;
	int irreducible = 0;

	make_flow(&f, (size_t)graphs[_i].n, graphs[_i].edges);
	loops_find(&l, &f);
	for (int b = 0; b < graphs[_i].n; b++) {
		uint32_t in = l.of_block[b];
		int header = in == LOOPS_NONE ? -1 : (int)l.v[in].header;

		ck_assert_msg(header == graphs[_i].header[b],
		              "%s: block %d is in the loop of %d",
		              graphs[_i].what, b, header);
	}
	for (size_t i = 0; i < l.n; i++)
		irreducible += l.v[i].irreducible;
	ck_assert_int_eq(irreducible, graphs[_i].irreducible);
	loops_release(&l);
	flow_release(&f);
}
END_TEST

/* By definition: bit a of dom[b] is set when every path to b goes through a */
static void dominators(const struct flow *f, uint32_t dom[MAX_NODES],
                       bool reached[MAX_NODES])
{
	for (uint32_t a = 0; a < f->nblocks; a++) {
		bool seen[MAX_NODES] = { false };
		uint32_t stack[MAX_NODES], n = 0;

		/* what is reached without passing a is not dominated by it */
		if (a != 0) {
			stack[n++] = 0;
			seen[0] = true;
		}
		while (n > 0) {
			const struct flow_block *b = &f->blocks[stack[--n]];

			for (uint32_t e = b->succ; e < b->succ + b->nsucc;
			     e++) {
				uint32_t to = f->edges[e].to;

				if (to == a || seen[to])
					continue;
				seen[to] = true;
				stack[n++] = to;
			}
		}
		for (uint32_t b = 0; b < f->nblocks; b++) {
			if (!seen[b])
				dom[b] |= 1u << a;
			reached[b] |= seen[b];
		}
	}
	reached[0] = true;
}

/* The natural loop of a header: what reaches its back edges without it */
static uint32_t natural_loop(const struct flow *f, uint32_t header,
                             const uint32_t dom[MAX_NODES],
                             const bool reached[MAX_NODES])
{
	uint32_t body = 0, before;

	for (size_t e = 0; e < f->nedges; e++) {
		uint32_t from = f->edges[e].from;

		if (f->edges[e].to == header && reached[from] &&
		    dom[from] >> header & 1)
			body |= 1u << from | 1u << header;
	}
	do {
		before = body;
		for (size_t e = 0; e < f->nedges; e++) {
			if (f->edges[e].to != header &&
			    body >> f->edges[e].to & 1 &&
			    reached[f->edges[e].from])
				body |= 1u << f->edges[e].from;
		}
	} while (body != before);
	return body;
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16 & 0x7fff;
}

static void random_flow(struct flow *f, unsigned seed)
{
	int pairs[6 * MAX_NODES + 1], k = 0;
	unsigned n = 3 + next_random(&seed) % (MAX_NODES - 3);

	for (unsigned b = 0; b + 1 < n; b++) {
		pairs[k++] = (int)b;
		pairs[k++] = (int)b + 1;
		if (next_random(&seed) % 2) {
			pairs[k++] = (int)b;
			pairs[k++] = (int)(next_random(&seed) % n);
		}
	}
	pairs[k] = -1;
	make_flow(f, n, pairs);
}

START_TEST(agrees_with_the_definition)
{
	for (unsigned i = 0; i < 200; i++) {
		uint32_t dom[MAX_NODES] = { 0 };
		bool reached[MAX_NODES] = { false };
		struct flow f;
		struct loops l;

		random_flow(&f, (unsigned)_i * 200 + i);
		dominators(&f, dom, reached);
		loops_find(&l, &f);
		for (uint32_t k = 0; k < l.n; k++) {
			uint32_t body = 0;

			for (uint32_t b = 0; b < f.nblocks; b++) {
				if (l.of_block[b] != LOOPS_NONE &&
				    loops_holds(&l, k, l.of_block[b]))
					body |= 1u << b;
			}
			if (l.v[k].irreducible)
				continue;
			ck_assert_uint_eq(body, natural_loop(&f, l.v[k].header,
			                                     dom, reached));
		}
		/* and no natural loop is missing */
		for (uint32_t b = 0; b < f.nblocks; b++) {
			bool found = !reached[b] ||
			             !natural_loop(&f, b, dom, reached);

			for (uint32_t k = 0; k < l.n; k++)
				found |= l.v[k].header == b;
			ck_assert(found);
		}
		loops_release(&l);
		flow_release(&f);
	}
}
END_TEST

Suite *suite_loops(void);
Suite *suite_loops(void)
{
	Suite *s = suite_create("loops");
	TCase *t = tcase_create("loops");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, finds_loops, 0,
	                    (int)(sizeof(graphs) / sizeof(*graphs)));
	tcase_add_loop_test(t, agrees_with_the_definition, 0, 10);
	return s;
}
