/*
 * The tables are read as DWARF 4, sec. 6.4, and the Linux Standard Base 5.0,
 * sec. 10.6 define them. Compilers and linkers use a few of the encodings of
 * pointers only; the others are not understood.
 */
#include "unwind_table.h"

#include <string.h>

enum {
	MOST_OPS =
		20000,   /* of one procedure; the longest seen has some 3,000 */
	MOST_STATES = 8, /* remembered at a time */
	MOST_ENTRIES = 1 << 26,
};

/* Encodings of pointers (LSB 5.0, Core, sec. 10.5) */
enum {
	PE_ABSOLUTE = 0x00,
	PE_UDATA4 = 0x03,
	PE_UDATA8 = 0x04,
	PE_SDATA4 = 0x0b,
	PE_SDATA8 = 0x0c,
	PE_PCREL = 0x10,
	PE_DATAREL = 0x30,
	PE_OMIT = 0xff,
	PE_FORMAT = 0x0f,
	PE_BASE = 0x70,
};

struct unwind_bytes unwind_bytes(const struct unwind_memory *m, uint64_t at,
                                 uint64_t end)
{
	return (struct unwind_bytes){ .m = m, .at = at, .end = end };
}

/* Fill the buffer from where we are, as far as can be read. */
static void fill(struct unwind_bytes *b)
{
	const uint64_t left = b->end - b->at;
	unsigned n = left < sizeof(b->buf) ? (unsigned)left : sizeof(b->buf);

	b->have = b->at;
	/* the last of them may lie in a page that can't be read */
	while (n && !b->m->read(b->m->ctx, b->at, b->buf, n))
		n = n > 8 ? 8 : n - 1;
	b->size = n;
	b->bad |= n == 0;
}

static uint8_t byte(struct unwind_bytes *b)
{
	if (b->at >= b->end)
		b->bad = true;
	if (!b->bad && (b->at < b->have || b->at - b->have >= b->size))
		fill(b);
	if (b->bad)
		return 0;
	return b->buf[b->at++ - b->have];
}

uint64_t unwind_fixed(struct unwind_bytes *b, unsigned size)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)byte(b) << 8 * i;
	return v;
}

uint64_t unwind_uleb(struct unwind_bytes *b)
{
	uint64_t v = 0;
	uint8_t c;

	for (unsigned shift = 0; shift < 70; shift += 7) {
		c = byte(b);
		if (shift < 64)
			v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80))
			return v;
	}
	b->bad = true;
	return 0;
}

int64_t unwind_sleb(struct unwind_bytes *b)
{
	uint64_t v = 0;
	uint8_t c;

	for (unsigned shift = 0; shift < 70; shift += 7) {
		c = byte(b);
		if (shift < 64)
			v |= (uint64_t)(c & 0x7f) << shift;
		if (c & 0x80)
			continue;
		if (c & 0x40 && shift + 7 < 64)
			v |= ~0ull << (shift + 7);
		return (int64_t)v;
	}
	b->bad = true;
	return 0;
}

static int64_t of_format(struct unwind_bytes *b, uint8_t encoding)
{
	switch (encoding & PE_FORMAT) {
	case PE_ABSOLUTE:
	case PE_UDATA8:
	case PE_SDATA8:
		return (int64_t)unwind_fixed(b, 8);
	case PE_UDATA4:
		return (int64_t)unwind_fixed(b, 4);
	case PE_SDATA4:
		return (int32_t)unwind_fixed(b, 4);
	default:
		b->bad = true;
		return 0;
	}
}

static uint64_t pointer(struct unwind_bytes *b, uint8_t encoding)
{
	const uint64_t here = b->at;
	const uint64_t v = (uint64_t)of_format(b, encoding);

	switch (encoding & PE_BASE) {
	case PE_ABSOLUTE:
		return v;
	case PE_PCREL:
		return here + v;
	default:
		b->bad = true;
		return 0;
	}
}

/*
 * The address of the entry whose procedure begins last before pc, from the
 * sorted table of .eh_frame_hdr; 0: none
 */
static uint64_t entry_of(const struct unwind_memory *m, uint64_t hdr,
                         uint64_t pc)
{
	struct unwind_bytes b = unwind_bytes(m, hdr, hdr + 32);
	const uint32_t head = (uint32_t)unwind_fixed(&b, 4);
	const uint8_t to_frame = head >> 8 & 0xff;
	uint64_t low = 0, high;
	int32_t at[2];

	/* version 1; a count of 4 bytes; pairs of 4 bytes from here on */
	if (b.bad || (head & 0xff) != 1 || to_frame == PE_OMIT ||
	    (head >> 16 & 0xff) != PE_UDATA4 ||
	    head >> 24 != (PE_DATAREL | PE_SDATA4))
		return 0;
	of_format(&b, to_frame);
	high = unwind_fixed(&b, 4);
	if (b.bad || high == 0 || high > MOST_ENTRIES)
		return 0;
	while (high - low > 1) {
		const uint64_t middle = low + (high - low) / 2;

		if (!m->read(m->ctx, b.at + 8 * middle, at, sizeof(at)))
			return 0;
		if (hdr + (uint64_t)(int64_t)at[0] <= pc)
			low = middle;
		else
			high = middle;
	}
	if (!m->read(m->ctx, b.at + 8 * low, at, sizeof(at)) ||
	    hdr + (uint64_t)(int64_t)at[0] > pc)
		return 0;
	return hdr + (uint64_t)(int64_t)at[1];
}

/* What is common to the entries of a CIE, and one entry's. */
struct entry {
	uint64_t code_factor, begin, size;
	int64_t data_factor;
	uint64_t program, program_end; /* the CIE's instructions */
	uint64_t own, own_end;         /* the entry's */
	uint8_t encoding;              /* of its pointers */
	bool has_size, is_signal;
};

/* The augmentation: "zR", "zPLR", "zRS" ... */
static bool read_augmentation(struct unwind_bytes *b, const char *letters,
                              struct entry *e)
{
	const uint64_t size = unwind_uleb(b), begin = b->at;

	if (b->bad || size > b->end - b->at)
		return false;
	for (const char *s = letters; *s; s++) {
		if (*s == 'R')
			e->encoding = byte(b);
		else if (*s == 'L')
			byte(b);
		else if (*s == 'P')
			of_format(b, byte(b));
		else if (*s == 'S')
			e->is_signal = true;
		else if (*s != 'B')
			return false;
	}
	b->at = begin + size;
	return !b->bad;
}

/* A length and what it is the length of; 0: the end, or 64-bit DWARF */
static bool open_record(const struct unwind_memory *m, uint64_t at,
                        struct unwind_bytes *b)
{
	uint32_t size;

	if (!m->read(m->ctx, at, &size, sizeof(size)) || size == 0 ||
	    size >= 0xfffffff0)
		return false;
	*b = unwind_bytes(m, at + 4, at + 4 + size);
	return true;
}

static bool read_cie(const struct unwind_memory *m, uint64_t at,
                     struct entry *e)
{
	struct unwind_bytes b;
	char letters[8] = "";
	uint8_t version;
	size_t n = 0;

	if (!open_record(m, at, &b) || unwind_fixed(&b, 4) != 0)
		return false;
	version = byte(&b);
	while (n < sizeof(letters) && (letters[n] = (char)byte(&b)))
		n++;
	if (b.bad || n == sizeof(letters) || (version != 1 && version != 3))
		return false;
	e->code_factor = unwind_uleb(&b);
	e->data_factor = unwind_sleb(&b);
	if ((version == 1 ? byte(&b) : unwind_uleb(&b)) != UNWIND_RA)
		return false;
	e->has_size = letters[0] == 'z';
	if (e->has_size ? !read_augmentation(&b, letters + 1, e) : letters[0])
		return false;
	e->program = b.at;
	e->program_end = b.end;
	return !b.bad;
}

static bool read_entry(const struct unwind_memory *m, uint64_t at,
                       struct entry *e)
{
	struct unwind_bytes b;
	uint64_t back, field, size;

	*e = (struct entry){ .encoding = PE_ABSOLUTE };
	if (!open_record(m, at, &b))
		return false;
	field = b.at;
	back = unwind_fixed(&b, 4);
	if (b.bad || back == 0 || !read_cie(m, field - back, e))
		return false;
	e->begin = pointer(&b, e->encoding);
	e->size = (uint64_t)of_format(&b, e->encoding);
	if (e->has_size) {
		size = unwind_uleb(&b);
		if (b.bad || size > b.end - b.at)
			return false;
		b.at += size;
	}
	e->own = b.at;
	e->own_end = b.end;
	return !b.bad;
}

/* Call frame instructions (DWARF 4, sec. 7.23; the last is GNU's): those that
 * the 1,500 libraries and programs of a system have; others end the unwinding
 */
enum {
	CFA_ADVANCE = 0x40,
	CFA_OFFSET = 0x80,
	CFA_RESTORE = 0xc0,
	CFA_NOP = 0x00,
	CFA_ADVANCE1 = 0x02,
	CFA_ADVANCE2,
	CFA_ADVANCE4,
	CFA_UNDEFINED = 0x07,
	CFA_SAME_VALUE,
	CFA_REGISTER,
	CFA_REMEMBER_STATE,
	CFA_RESTORE_STATE,
	CFA_DEF_CFA,
	CFA_DEF_CFA_REGISTER,
	CFA_DEF_CFA_OFFSET,
	CFA_DEF_CFA_EXPRESSION,
	CFA_EXPRESSION,
	CFA_GNU_ARGS_SIZE = 0x2e,
};

/* The instructions of one entry, carried out up to pc. */
struct program {
	const struct entry *e;
	struct unwind_bytes b;
	uint64_t loc, pc;
	struct unwind_row row, initial, states[MOST_STATES];
	unsigned nstates, left;
};

static void set_rule(struct program *p, uint64_t reg, enum unwind_how how,
                     int64_t value)
{
	/* of vector registers and the like nothing is needed */
	if (reg < UNWIND_REGS)
		p->row.reg[reg] =
			(struct unwind_rule){ .how = how, .value = value };
}

static int64_t scaled(const struct program *p, uint64_t n)
{
	return (int64_t)(n * (uint64_t)p->e->data_factor);
}

static struct unwind_rule expression(struct program *p, enum unwind_how how)
{
	const uint64_t size = unwind_uleb(&p->b);
	struct unwind_rule r = { .how = how,
		                 .value = (int64_t)p->b.at,
		                 .length = (uint32_t)size };

	if (size > p->b.end - p->b.at || size > UINT32_MAX)
		p->b.bad = true;
	else
		p->b.at += size;
	return r;
}

static void set_cfa(struct program *p, uint64_t reg, int64_t offset)
{
	p->row.cfa_reg = (uint32_t)(reg < UNWIND_REGS ? reg : UNWIND_REGS);
	p->row.cfa = (struct unwind_rule){ .how = UNWIND_VAL_OFFSET,
		                           .value = offset };
}

static void push(struct program *p)
{
	if (p->nstates == MOST_STATES)
		p->b.bad = true;
	else
		p->states[p->nstates++] = p->row;
}

static void pop(struct program *p)
{
	if (p->nstates == 0)
		p->b.bad = true;
	else
		p->row = p->states[--p->nstates];
}

static void operation(struct program *p, uint8_t op)
{
	struct unwind_bytes *b = &p->b;
	struct unwind_rule r;
	uint64_t reg;

	switch (op) {
	case CFA_NOP:
		break;
	case CFA_ADVANCE1:
	case CFA_ADVANCE2:
	case CFA_ADVANCE4:
		p->loc += p->e->code_factor *
		          unwind_fixed(b, 1u << (op - CFA_ADVANCE1));
		break;
	case CFA_UNDEFINED:
		set_rule(p, unwind_uleb(b), UNWIND_UNDEFINED, 0);
		break;
	case CFA_SAME_VALUE:
		set_rule(p, unwind_uleb(b), UNWIND_SAME, 0);
		break;
	case CFA_REGISTER:
		reg = unwind_uleb(b);
		set_rule(p, reg, UNWIND_REGISTER, (int64_t)unwind_uleb(b));
		break;
	case CFA_EXPRESSION:
		reg = unwind_uleb(b);
		r = expression(p, UNWIND_AT_EXPRESSION);
		if (reg < UNWIND_REGS)
			p->row.reg[reg] = r;
		break;
	case CFA_REMEMBER_STATE:
		push(p);
		break;
	case CFA_RESTORE_STATE:
		pop(p);
		break;
	case CFA_DEF_CFA:
		reg = unwind_uleb(b);
		set_cfa(p, reg, (int64_t)unwind_uleb(b));
		break;
	case CFA_DEF_CFA_REGISTER:
		set_cfa(p, unwind_uleb(b), p->row.cfa.value);
		break;
	case CFA_DEF_CFA_OFFSET:
		set_cfa(p, p->row.cfa_reg, (int64_t)unwind_uleb(b));
		break;
	case CFA_DEF_CFA_EXPRESSION:
		p->row.cfa = expression(p, UNWIND_VAL_EXPRESSION);
		break;
	case CFA_GNU_ARGS_SIZE:
		unwind_uleb(b);
		break;
	default:
		b->bad = true;
	}
}

static bool run(struct program *p, uint64_t from, uint64_t to)
{
	p->b = unwind_bytes(p->b.m, from, to);
	while (!p->b.bad && p->b.at < to && p->loc <= p->pc) {
		const uint8_t op = byte(&p->b), low = op & 0x3f;

		if (p->left-- == 0)
			return false;
		switch (op & 0xc0) {
		case CFA_ADVANCE:
			p->loc += p->e->code_factor * low;
			break;
		case CFA_OFFSET:
			set_rule(p, low, UNWIND_AT_OFFSET,
			         scaled(p, unwind_uleb(&p->b)));
			break;
		case CFA_RESTORE:
			if (low < UNWIND_REGS)
				p->row.reg[low] = p->initial.reg[low];
			break;
		default:
			operation(p, op);
		}
	}
	return !p->b.bad;
}

bool unwind_row_find(const struct unwind_memory *m, uint64_t pc,
                     struct unwind_row *row)
{
	const uint64_t hdr = m->tables(m->ctx, pc);
	const uint64_t at = hdr ? entry_of(m, hdr, pc) : 0;
	struct program p = { .b.m = m, .pc = pc, .left = MOST_OPS };
	struct entry e;

	if (!at || !read_entry(m, at, &e) || pc < e.begin ||
	    pc - e.begin >= e.size)
		return false;
	p.e = &e;
	p.loc = e.begin;
	p.row.cfa_reg = UNWIND_REGS; /* until it is set */
	if (!run(&p, e.program, e.program_end))
		return false;
	p.initial = p.row;
	p.loc = e.begin;
	if (!run(&p, e.own, e.own_end))
		return false;
	*row = p.row;
	row->is_signal = e.is_signal;
	return true;
}
