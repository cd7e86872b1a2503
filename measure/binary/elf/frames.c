#include "frames.h"

#include <dwarf.h>

#include "base/banned.h"
#include "base/mem.h"
#include "image.h"
#include "ranges.h"

/* Bytes that are read front to back; failed stays set once they run out */
struct cursor {
	const uint8_t *p;
	size_t left;
	uint64_t vaddr; /* of p */
	bool failed;
};

static struct cursor cursor_at(const struct image *img, uint64_t vaddr)
{
	struct cursor c = { .vaddr = vaddr };

	c.p = image_bytes(img, vaddr, &c.left);
	c.failed = !c.p;
	return c;
}

static void skip(struct cursor *c, uint64_t n)
{
	if (c->failed || n > c->left) {
		c->failed = true;
		return;
	}
	c->p += n;
	c->left -= n;
	c->vaddr += n;
}

static uint64_t fixed(struct cursor *c, unsigned n)
{
	uint64_t v = 0;

	if (c->failed || n > c->left) {
		c->failed = true;
		return 0;
	}
	for (unsigned i = 0; i < n; i++)
		v |= (uint64_t)c->p[i] << (8 * i);
	skip(c, n);
	return v;
}

static uint64_t leb(struct cursor *c, bool is_signed)
{
	uint64_t v = 0;
	unsigned shift = 0, byte;

	do {
		byte = (unsigned)fixed(c, 1);
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (!c->failed && (byte & 0x80));
	if (is_signed && shift < 64 && (byte & 0x40))
		v |= ~(uint64_t)0 << shift;
	return v;
}

/* A number in the format part of a DW_EH_PE encoding */
static uint64_t number(struct cursor *c, unsigned encoding)
{
	switch (encoding & 0x0f) {
	case DW_EH_PE_uleb128:
		return leb(c, false);
	case DW_EH_PE_sleb128:
		return leb(c, true);
	case DW_EH_PE_udata2:
		return fixed(c, 2);
	case DW_EH_PE_sdata2:
		return (uint64_t)(int16_t)fixed(c, 2);
	case DW_EH_PE_udata4:
		return fixed(c, 4);
	case DW_EH_PE_sdata4:
		return (uint64_t)(int32_t)fixed(c, 4);
	default:
		return fixed(c, 8);
	}
}

/* A pointer; datarel and textrel ones don't occur where we look */
static uint64_t pointer(struct cursor *c, unsigned encoding)
{
	uint64_t at = c->vaddr, v;

	if (encoding == DW_EH_PE_omit)
		return 0;
	v = number(c, encoding);
	if (v && (encoding & 0x70) == DW_EH_PE_pcrel)
		v += at;
	return v;
}

struct cie {
	unsigned code, lsda; /* encodings */
	bool augmented;
};

/* The encodings that a CIE at vaddr gives its FDEs */
static bool read_cie(const struct image *img, uint64_t vaddr, struct cie *cie)
{
	struct cursor c = cursor_at(img, vaddr);
	const char *augmentation;
	unsigned version;

	*cie = (struct cie){ .code = DW_EH_PE_absptr, .lsda = DW_EH_PE_omit };
	if (fixed(&c, 4) == 0xffffffff)
		skip(&c, 8);
	skip(&c, 4);
	version = (unsigned)fixed(&c, 1);
	augmentation = (const char *)c.p;
	if (c.failed || !memchr(augmentation, 0, c.left))
		return false;
	skip(&c, strlen(augmentation) + 1);
	leb(&c, false);
	leb(&c, true);
	if (version == 1)
		skip(&c, 1);
	else
		leb(&c, false);
	if (*augmentation != 'z')
		return !c.failed && !*augmentation;
	cie->augmented = true;
	leb(&c, false);
	for (const char *a = augmentation + 1; *a && !c.failed; a++) {
		if (*a == 'R')
			cie->code = (unsigned)fixed(&c, 1);
		else if (*a == 'L')
			cie->lsda = (unsigned)fixed(&c, 1);
		else if (*a == 'P')
			pointer(&c, (unsigned)fixed(&c, 1));
		else if (*a != 'S' && *a != 'B')
			break;
	}
	return !c.failed;
}

/* An FDE's fields after its CIE pointer */
static void read_fde(struct frames *f, const struct image *img,
                     struct cursor body, const struct cie *cie)
{
	struct unwind_frame fde = { 0 };

	fde.low = pointer(&body, cie->code);
	fde.high = fde.low + number(&body, cie->code & 0x0f);
	if (cie->augmented) {
		leb(&body, false);
		fde.lsda = pointer(&body, cie->lsda);
	}
	if (body.failed || fde.low == 0 || fde.high <= fde.low ||
	    !image_is_code(img, fde.low) || !image_is_code(img, fde.high - 1))
		return;
	f->v = mem_grow(f->v, &f->cap, f->n + 1, sizeof(*f->v));
	f->v[f->n++] = fde;
}

static uint64_t table_address(const struct image *img)
{
	GElf_Shdr sh;
	GElf_Phdr ph;
	struct cursor c;
	size_t n = 0;

	if (image_section(img, ".eh_frame", &sh))
		return sh.sh_addr;
	if (elf_getphdrnum(img->elf, &n) != 0)
		return 0;
	for (size_t i = 0; i < n && i < 4096; i++) {
		if (!gelf_getphdr(img->elf, (int)i, &ph) ||
		    ph.p_type != PT_GNU_EH_FRAME)
			continue;
		c = cursor_at(img, ph.p_vaddr);
		skip(&c, 1);
		unsigned encoding = (unsigned)fixed(&c, 1);

		skip(&c, 2);
		return pointer(&c, encoding);
	}
	return 0;
}

static int by_low(const void *a, const void *b)
{
	const struct unwind_frame *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? 1 : x->high > y->high ? -1 : 0;
}

void frames_read(struct frames *f, const struct image *img)
{
	struct cursor c = cursor_at(img, table_address(img));
	uint64_t cie_at = 0;
	struct cie cie;
	bool usable = false;

	while (!c.failed && c.left > 4) {
		uint64_t length = fixed(&c, 4);

		if (length == 0xffffffff)
			length = fixed(&c, 8);
		if (length < 4 || length > c.left)
			break;
		struct cursor body = c;
		uint64_t id_at = c.vaddr, id;

		body.left = length;
		id = fixed(&body, 4);
		skip(&c, length);
		if (id == 0)
			continue;
		if (cie_at != id_at - id) {
			cie_at = id_at - id;
			usable = read_cie(img, cie_at, &cie);
		}
		if (usable)
			read_fde(f, img, body, &cie);
	}
	if (f->n)
		qsort(f->v, f->n, sizeof(*f->v), by_low);
}

void frames_release(struct frames *f)
{
	free(f->v);
	*f = (struct frames){ 0 };
}

const struct unwind_frame *frames_find(const struct frames *f, uint64_t vaddr)
{
	size_t low = ranges_upto(f->v, f->n, sizeof(*f->v), vaddr);

	if (low == 0 || vaddr >= f->v[low - 1].high)
		return NULL;
	return &f->v[low - 1];
}

void frames_landing_pads(const struct image *img,
                         const struct unwind_frame *fde,
                         void (*each)(void *ctx, uint64_t low, uint64_t high,
                                      uint64_t pad),
                         void *ctx)
{
	struct cursor c = cursor_at(img, fde->lsda);
	uint64_t base = fde->low;
	unsigned encoding = (unsigned)fixed(&c, 1);

	if (!fde->lsda)
		return;
	if (encoding != DW_EH_PE_omit)
		base = pointer(&c, encoding);
	if (fixed(&c, 1) != DW_EH_PE_omit)
		leb(&c, false);
	encoding = (unsigned)fixed(&c, 1);
	uint64_t length = leb(&c, false);

	if (c.failed || length > c.left)
		return;
	c.left = length;
	while (!c.failed && c.left > 0) {
		uint64_t low = number(&c, encoding);
		uint64_t n = number(&c, encoding);
		uint64_t pad = number(&c, encoding);

		leb(&c, false);
		if (!c.failed && pad)
			each(ctx, fde->low + low, fde->low + low + n,
			     base + pad);
	}
}
