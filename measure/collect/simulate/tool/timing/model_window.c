/*
 * perfexpert-sim: the core's window: instructions in time, and what each of
 * them waited for
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "window.h"

/*
 * Instructions come in program order. Each is fetched, dispatched when there is
 * room, executed when its operands and a pipe are ready, and retires after the
 * one before it. It is charged for the time between the two retirements: as
 * everything before it has retired, only its dispatch, its wait for pipes, and
 * its execution can lie in that time.
 */

void window_init(void)
{
	const struct numbers *n = &sim.model->n;
	struct window *w = VG_(calloc)("sim.window", 1, sizeof *w);

	sim.model->window = w;
	ring_init(&w->queue, QUEUED);
	ring_init(&w->fetched, n->fetch_ahead);
	ring_init(&w->rob, n->rob);
	ring_init(&w->loads, n->load_queue);
	ring_init(&w->registers, n->registers ? n->registers : n->rob);
	ring_init(&w->registers_fp, n->registers_fp ? n->registers_fp : n->rob);
	heap_init(&w->stores, n->store_queue);
	heap_init(&w->ints, n->scheduler);
	heap_init(&w->fps, n->scheduler_fp);
	heap_init(&w->fps_open, n->queue_fp < n->scheduler_fp
	                                ? n->scheduler_fp - n->queue_fp
	                                : 0);
	floor_init();
	w->retired = TICKS;
}

/* A burst begins long after the last one. */
void window_begin(void)
{
	struct window *w = sim.model->window;
	const ULong from = w->stored > w->retired ? w->stored : w->retired;

	w->retired = w->dispatched = w->fetch = from + 100000ULL * TICKS;
	w->fetch_cause = CAUSE_FETCH;
	w->redirected = w->fetch;
	w->serial = 0;
	w->late.ticks = 0;
	w->code_line = w->window_at = NO_TAG;
	w->window_since = 0;
	front_begin(w);
}

/* Descriptions go: nothing may point into them. */
void window_forget(void)
{
	VG_(memset)
	(sim.model->window->maker, 0, sizeof sim.model->window->maker);
}

ULong window_time(void)
{
	return sim.model->window->retired;
}

/* ---- dispatch ---- */

/* The longer one gives its name. */
static void delay_more(struct delay *d, ULong ticks, UChar cause)
{
	if (ticks > d->ticks)
		d->cause = cause;
	d->ticks += ticks;
}

static void not_before(struct dispatch *d, ULong time, UChar cause)
{
	if (time <= d->at)
		return;
	d->at = time;
	d->cause = cause;
}

/*
 * By how much a part of a repeated string instruction is later than the one
 * before: its start-up, that of its longer form, its share of a cycle's
 * throughput; for those that only load or compare, STEP cycles for each step.
 */
static ULong string_holds(struct window *w, const struct micro *m)
{
	enum { STEP = 2 };
	const struct numbers *n = &sim.model->n;
	const ULong size = w->d->mems[0].size;
	ULong holds = 0;

	if (!sim.model->part) {
		w->string_bytes = 0;
		holds = n->string_start;
	}
	if (!m->n_stores)
		return holds + sim.model->part_steps * STEP * TICKS;
	if (w->string_bytes + size >= STRING_SHORT) {
		if (w->string_bytes < STRING_SHORT)
			holds += n->string_long;
		holds += size * TICKS / n->string_bytes;
	}
	w->string_bytes += (UInt)size;
	return holds;
}

static struct dispatch dispatch(struct window *w, const struct micro *m)
{
	const struct numbers *n = &sim.model->n;
	const ULong width = TICKS / n->dispatch_width;
	const Bool own_fps = n->scheduler_fp && (m->flags & M_FP);
	const ULong own = m->flags & (M_FUSED | M_STRING) ? 0 : width;
	struct dispatch d = { w->dispatched + own, CAUSE_USEFUL };

	if (m->flags & M_STRING)
		not_before(&d, d.at + string_holds(w, m),
		           sim.model->part && m->n_stores ? CAUSE_STORES
		                                          : CAUSE_OTHER);
	not_before(&d, w->fetch, w->fetch_cause);
	not_before(&d, ring_first(&w->rob), CAUSE_OTHER);
	if (m->n_loads)
		not_before(&d, ring_first(&w->loads), CAUSE_OTHER);
	if (m->flags & M_MAKES)
		not_before(&d, ring_first(&w->registers), CAUSE_OTHER);
	if (m->flags & M_MAKES_FP)
		not_before(&d, ring_first(&w->registers_fp), CAUSE_OTHER);
	if (m->n_stores)
		not_before(&d, heap_free(&w->stores, d.at), w->store_cause);
	not_before(&d, heap_free(own_fps ? &w->fps : &w->ints, d.at),
	           CAUSE_OTHER);
	not_before(&d, w->serial, CAUSE_OTHER);
	if (m->flags & M_SERIAL)
		not_before(&d, w->retired, CAUSE_OTHER);
	if (d.cause == CAUSE_FETCH || d.cause == CAUSE_INSTRUCTION_TLB)
		delay_more(&w->late, d.at - w->dispatched - own, d.cause);
	else if (d.cause != CAUSE_USEFUL)
		w->late.ticks = 0;
	w->dispatched = d.at;
	ring_put(&w->queue, d.at);
	return d;
}

/* ---- execution ---- */

static struct pipe_cycle *pipes_at(struct window *w, ULong cycle)
{
	struct pipe_cycle *at = &w->pipe[cycle % N_PIPE_CYCLES];

	if (at->cycle != cycle)
		*at = (struct pipe_cycle){ .cycle = cycle };
	return at;
}

/*
 * The last of so many cycles from then on in which nothing occupies a unit, the
 * first of which its pipe is free in. Other operations may lie between them:
 * what comes later in the program may be ready earlier and take the unit
 * before, so that these come later by as much as they lie apart here. take:
 * occupy them
 */
static ULong unit_done(struct window *w, UInt unit, ULong cycle, ULong cycles,
                       Bool take)
{
	ULong taken = 0;

	for (UInt i = 0; i < N_PIPE_CYCLES / 2; i++, cycle++) {
		struct pipe_cycle *at = pipes_at(w, cycle);

		if (at->occupied & unit || (!taken && at->busy & unit))
			continue;
		if (take) {
			at->occupied |= unit;
			at->busy |= taken ? 0 : unit;
		}
		if (++taken == cycles)
			break;
	}
	return cycle;
}

/* The unit that becomes free first, for an operation that occupies it for
 * that many cycles */
static ULong take_unit(struct window *w, UInt units, ULong from, ULong cycles)
{
	ULong first = ~0ULL;
	UInt best = 0;

	/* the one that fewest others need is not known: the last */
	for (; units; units &= ~(1u << (31 - __builtin_clz(units)))) {
		const UInt unit = 1u << (31 - __builtin_clz(units));
		const ULong done = unit_done(w, unit, from, cycles, False);

		if (done < first) {
			first = done;
			best = unit;
		}
	}
	return best ? unit_done(w, best, from, cycles, True) : from;
}

/* When the operation begins: in the first cycle from then on in which one of
 * the pipes is free, and its unit for as long as the operation occupies it. */
static ULong take_pipe(struct window *w, const struct op_numbers *op,
                       ULong from)
{
	const ULong cycles =
		op->busy > TICKS ? (op->busy + TICKS / 2) / TICKS : 0;
	ULong cycle = from / TICKS;

	if (cycles > 1) {
		cycle = take_unit(w, op->pipes, cycle, cycles) - cycles + 1;
		return later(from, cycle * TICKS);
	}
	for (UInt i = 0; i < N_PIPE_CYCLES / 2; i++, cycle++) {
		UInt free = op->pipes & ~pipes_at(w, cycle)->busy;

		if (!free)
			continue;
		free = 1u << (31 - __builtin_clz(free));
		pipes_at(w, cycle)->busy |= free;
		break;
	}
	return later(from, cycle * TICKS);
}

static ULong source_ready(struct window *w, UShort src, Bool address)
{
	struct uop *maker;

	if (src == FROM_NOTHING)
		return 0;
	if (src & FROM_SLOT) {
		maker = w->maker[src & (FROM_SLOT - 1)];
		if (address && maker)
			maker->feeds_address = 1;
		return w->ready[src & (FROM_SLOT - 1)];
	}
	if (address)
		w->d->uops[src].feeds_address = 1;
	return w->done[src];
}

static const struct uop *maker_of(const struct window *w, UShort src)
{
	return src & FROM_SLOT ? w->maker[src & (FROM_SLOT - 1)]
	                       : &w->d->uops[src];
}

/* How much sooner than others an FP addition takes a sum. */
static ULong sooner(const struct window *w, const struct uop *u, UShort src)
{
	const struct uop *maker;

	if (u->class != C_FP_ADD || src == FROM_NOTHING)
		return 0;
	maker = maker_of(w, src);
	return maker && maker->class == C_FP_ADD ? model_sooner() : 0;
}

static struct delay source_delay(const struct window *w, UShort src)
{
	if (src == FROM_NOTHING)
		return (struct delay){ 0 };
	if (src & FROM_SLOT)
		return w->slot_delay[src & (FROM_SLOT - 1)];
	return w->delay[src];
}

/*
 * When an operation has all that it waits for. *d is how much later that is
 * than without what its sources and its dispatch were late by; the last one
 * says for what.
 */
static ULong sources_ready(struct window *w, const struct uop *u,
                           ULong dispatched, struct delay *d)
{
	const UShort *src = &w->d->srcs[u->first_src];
	ULong at = dispatched, without = dispatched - w->late.ticks;

	d->cause = w->late.ticks ? w->late.cause : CAUSE_OTHER;
	d->chain = 0;
	for (UInt i = 0; i < u->n_src; i++) {
		const ULong ready =
			source_ready(w, src[i],
		                     u->kind == U_LOAD ||
		                             u->kind == U_PREFETCH) -
			sooner(w, u, src[i]);

		if (ready <= without)
			continue;
		const struct delay late = source_delay(w, src[i]);

		without = later(without, ready - late.ticks);
		if (ready > at) {
			d->cause = late.cause;
			d->chain = late.chain;
		}
		at = later(at, ready);
	}
	d->ticks = at - without;
	return at;
}

static struct recorded *recorded(const struct mem_op *m)
{
	return &sim.model->trace.access[m->access];
}

static void execute_load(struct window *w, UInt k, ULong began)
{
	const struct uop *u = &w->d->uops[k];
	struct mem_op *m = &w->d->mems[u->mem];

	memory_load(&w->served[k], m, recorded(m), began,
	            sim.model->op[u->class].latency +
	                    (m->indexed ? sim.model->n.load_indexed : 0) +
	                    (m->extended ? sim.model->n.load_extended : 0));
	w->done[k] = w->served[k].done;
	if (w->served[k].stored)
		w->before[k] = w->served[k].chain;
}

/* Its address and data are known; it goes to L1 when it has retired. */
static void execute_store(struct window *w, UInt k, ULong began)
{
	w->done[k] = began + TICKS;
}

/* It is done when it was sent. */
static void execute_prefetch(struct window *w, UInt k, ULong began)
{
	const struct trace *t = &sim.model->trace;

	if (w->n_prefetched < t->n_prefetches)
		memory_prefetch(t->prefetch[w->n_prefetched++],
		                w->d->uops[k].into, began);
	w->done[k] = began + TICKS;
}

/* What goes to an integer register takes a pipe for that as well. */
static void cross(struct window *w, UInt k)
{
	const struct op_numbers *op = &sim.model->op[C_VEC_TO_INT];
	const ULong at = take_pipe(w, op, w->done[k]);

	delay_more(&w->delay[k], at - w->done[k], CAUSE_PIPES);
	w->done[k] = at + op->latency;
}

/* An access that was not executed, because its condition was false */
static Bool is_passed_over(struct window *w, UInt k)
{
	const struct uop *u = &w->d->uops[k];

	return u->kind != U_OP && u->kind != U_PREFETCH &&
	       !recorded(&w->d->mems[u->mem])->here;
}

/* A load of two lines uses its pipe twice */
static UInt passes_of(const struct window *w, const struct uop *u)
{
	const struct mem_op *m = &w->d->mems[u->mem];

	return u->passes + (u->kind == U_LOAD && memory_splits(m, recorded(m)));
}

/* FP operations wait in order until there is a place from where they can begin
 * when their operands are there. */
static ULong opened(struct window *w, ULong ready, ULong dispatched)
{
	w->fp_opened = later(w->fp_opened, dispatched);
	w->fp_opened = heap_free(&w->fps_open, w->fp_opened);
	return later(ready, w->fp_opened);
}

/*
 * The chain that the operation waited for, since it was dispatched, with
 * itself. What was before that made nothing late any more: the chain of a ring
 * of pointers would for ever be one of what was found first.
 */
static void lengthen_chain(struct window *w, UInt k, ULong dispatched)
{
	const struct uop *u = &w->d->uops[k];
	const struct served *s = &w->served[k];
	const ULong since =
		u->kind == U_LOAD ? later(w->began[k], s->stored) : w->began[k];
	const ULong own = op_own_time(w, k);
	const ULong translated = u->kind == U_LOAD && s->tlb < own ? s->tlb : 0;

	w->n_chains = w->n_chains + 1 < N_MADE_BY ? w->n_chains + 1 : 1;
	struct chain *c = &w->chain[w->n_chains];

	*c = w->chain[w->before[k]];
	while (c->all > 2 * (since - dispatched)) {
		c->all /= 2;
		for (UInt i = 0; i < N_CAUSES; i++)
			c->ticks[i] /= 2;
	}
	c->all += own;
	c->ticks[CAUSE_DATA_TLB] += (UInt)translated;
	c->ticks[u->kind == U_LOAD ? s->level : op_cause(u)] +=
		(UInt)(own - translated);
	w->delay[k].chain = w->n_chains;
}

static void execute(struct window *w, UInt k, ULong dispatched)
{
	struct uop *u = &w->d->uops[k];
	const struct op_numbers *op = &sim.model->op[u->class];
	struct delay *delay = &w->delay[k];
	ULong ready = sources_ready(w, u, dispatched, delay);

	w->before[k] = delay->chain;
	/* the flags of all that was before are part of what it reads */
	if (u->class == C_CONTROL)
		ready = later(ready, w->retired);
	const Bool in_order = sim.model->n.queue_fp && u->kind == U_OP &&
	                      model_is_fp(u->class);

	if (in_order)
		ready = opened(w, ready, dispatched);
	w->waiting[k] = ready;
	if (is_passed_over(w, k)) {
		w->began[k] = w->done[k] = dispatched;
		w->waiting[k] = dispatched;
		w->passed_over[k] = True;
		delay->ticks = 0;
		return;
	}
	w->passed_over[k] = False;
	w->began[k] = take_pipe(w, op, ready);
	for (UInt i = 1; i < passes_of(w, u); i++)
		w->began[k] = take_pipe(w, op, w->began[k]);
	if (in_order)
		heap_take(&w->fps_open, w->began[k]);
	delay_more(delay, w->began[k] - ready,
	           u->kind == U_STORE ? CAUSE_STORES : CAUSE_PIPES);
	if (u->kind == U_LOAD) {
		execute_load(w, k, w->began[k]);
		delay_more(delay, w->served[k].late, w->served[k].late_for);
	} else if (u->kind == U_STORE) {
		execute_store(w, k, w->began[k]);
	} else if (u->kind == U_PREFETCH) {
		execute_prefetch(w, k, w->began[k]);
	} else {
		w->done[k] = w->began[k] + op->latency;
		if (u->crosses)
			cross(w, k);
	}
	lengthen_chain(w, k, dispatched);
}

/* ---- stores ---- */

/* With a store before it to the same line, which is one of the last ones. */
static Bool goes_along(struct window *w, ULong line)
{
	const ULong n = sim.model->n.store_lines;
	const UInt lines = n < STORED_LINES ? (UInt)n : STORED_LINES;

	for (UInt i = 0; i < lines; i++) {
		if (w->stored_line[i].line == line)
			return w->stored_line[i].along++ %
			               sim.model->n.store_line !=
			       0;
	}
	w->stored_line[lines ? w->n_stored_lines++ % lines : 0] =
		(struct stored_line){ line, 1 };
	return False;
}

/* After retirement, in order, when the line is there. */
static void store_leaves(struct window *w, UInt k)
{
	const struct uop *u = &w->d->uops[k];
	struct mem_op *m = &w->d->mems[u->mem];
	const struct recorded *r = recorded(m);
	UChar cause;
	const ULong line = memory_store(m, r, w->began[k], &cause);
	const ULong first = (r->addr + (Addr)(Long)m->offset) >> sim.l1d.shift;
	ULong commit = goes_along(w, first) ? 0 : sim.model->n.store_commit;

	/* nor does any other go along with one to two lines */
	if (memory_splits(m, r)) {
		commit = 2 * sim.model->n.store_commit;
		VG_(memset)(w->stored_line, 0xff, sizeof w->stored_line);
	}
	ULong gone = later(w->retired, w->stored + commit);

	w->store_cause = CAUSE_STORES;
	if (line > gone) {
		gone = line;
		w->store_cause = cause;
	}
	w->stored = gone;
	heap_take(&w->stores, gone);
	memory_stored(m, r, w->waiting[k], w->before[k], w->done[k], gone);
}

/* ---- a block ---- */

static void replay_micro(struct window *w, const struct micro *m)
{
	const Bool own_fps = sim.model->n.scheduler_fp && (m->flags & M_FP);
	ULong done;

	fetch_micro(w, m);
	const struct dispatch d = dispatch(w, m);

	done = d.at;
	for (UInt i = 0; i < m->n_uops; i++) {
		const UInt k = m->first_uop + i;

		execute(w, k, d.at);
		done = later(done, w->done[k]);
		heap_take(own_fps ? &w->fps : &w->ints, w->began[k]);
	}
	retire_micro(w, m, &d, done);
	for (UInt i = 0; i < m->n_uops; i++) {
		if (w->d->uops[m->first_uop + i].kind == U_STORE &&
		    !w->passed_over[m->first_uop + i])
			store_leaves(w, m->first_uop + i);
	}
	if (m->flags & M_SERIAL)
		w->serial = w->retired;
	floor_micro(w, m);
}

static void leave_state(struct window *w, UInt micros)
{
	const struct description *d = w->d;

	floor_leave(d, micros);
	for (UInt i = 0; i < d->n_puts && d->puts[i].micro < micros; i++) {
		const struct put *p = &d->puts[i];

		/* in two steps, as registers may change places */
		w->left[i] = source_ready(w, p->src, False);
		w->left_delay[i] = source_delay(w, p->src);
	}
	for (UInt i = 0; i < d->n_puts && d->puts[i].micro < micros; i++) {
		const struct put *p = &d->puts[i];

		w->ready[p->slot] = w->left[i];
		w->slot_delay[p->slot] = w->left_delay[i];
		if (p->src == FROM_NOTHING)
			w->maker[p->slot] = NULL;
		else
			w->maker[p->slot] =
				p->src & FROM_SLOT
					? w->maker[p->src & (FROM_SLOT - 1)]
					: &w->d->uops[p->src];
	}
}

/*
 * One pass through a block: the first n_segments of it were executed. Bit i of
 * mispredicted is the i-th exit's branch, the last one's the end's.
 */
/* When a branch is decided. */
static ULong decided(const struct window *w, const struct micro *m)
{
	for (UInt i = m->n_uops; i--;) {
		if (w->d->uops[m->first_uop + i].kind == U_OP)
			return w->done[m->first_uop + i];
	}
	return w->retired;
}

UInt window_replay(struct description *d, UInt n_segments, ULong mispredicted,
                   Bool taken)
{
	struct window *w = sim.model->window;
	UInt i = 0;

	w->d = d;
	w->n_fetched = w->n_prefetched = 0;
	sim.model->passes++;
	for (; i < d->n_micros && d->micros[i].segment < n_segments; i++) {
		const struct micro *m = &d->micros[i];

		replay_micro(w, m);
		if (!(m->flags & M_BRANCH))
			continue;
		if (mispredicted >> m->segment & 1)
			fetch_mispredicted(w, decided(w, m));
	}
	if (i && taken) {
		fetch_taken(w, &d->micros[i - 1]);
		floor_taken(&d->micros[i - 1]);
	}
	leave_state(w, i);
	return i;
}
