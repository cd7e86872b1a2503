#include "decode.h"

#include "base/banned.h"
#include "base/mem.h"
#include "decoder.h"

static bool open_capstone(struct decoder *d)
{
	static const struct {
		cs_arch arch;
		cs_mode mode;
	} modes[] = {
		[IMAGE_X86_64] = { CS_ARCH_X86, CS_MODE_64 },
		[IMAGE_AARCH64] = { CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN },
		[IMAGE_PPC64LE] = { CS_ARCH_PPC,
		                    CS_MODE_64 | CS_MODE_LITTLE_ENDIAN },
	};

	if (cs_open(modes[d->arch].arch, modes[d->arch].mode, &d->cs) !=
	    CS_ERR_OK)
		return false;
	cs_option(d->cs, CS_OPT_DETAIL, CS_OPT_ON);
	d->insn = cs_malloc(d->cs);
	return d->insn;
}

struct decoder *decoder_new(enum image_arch arch)
{
	struct decoder *d;

	if (arch == IMAGE_OTHER)
		return NULL;
	d = mem_alloc(1, sizeof(*d));
	d->arch = arch;
	if (!open_capstone(d)) {
		decoder_free(d);
		return NULL;
	}
	memset(d->registers, REG_NONE, sizeof(d->registers));
	if (arch == IMAGE_X86_64)
		decoder_init_x86(d);
	else if (arch == IMAGE_AARCH64)
		decoder_init_arm64(d);
	else
		decoder_init_ppc(d);
	return d;
}

void decoder_free(struct decoder *d)
{
	if (!d)
		return;
	if (d->insn)
		cs_free(d->insn, 1);
	if (d->cs)
		cs_close(&d->cs);
	free(d);
}

/* Instructions of four bytes: their control flow needs no library */
static bool decode_word(struct decoder *d, const uint8_t *p, size_t n,
                        uint64_t addr, struct insn *insn)
{
	bool known;
	uint32_t word;

	insn->size = 4;
	if (n < 4) {
		insn->size = (uint8_t)n;
		return false;
	}
	word = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
	n = 4;
	if (d->arch == IMAGE_AARCH64) {
		/* ours first: capstone 5 knows SVE's names, but not what they
		 * do */
		known = decoder_sve(word, insn) || decoder_atomic(word, insn);
		if (!known) {
			known = cs_disasm_iter(d->cs, &p, &n, &addr, d->insn);
			if (known)
				decoder_arm64(d, insn);
		}
		decoder_flow_arm64(word, insn);
	} else {
		const uint8_t plain[4] = { decoder_unhinted(word), p[1], p[2],
			                   p[3] };

		p = plain;
		known = cs_disasm_iter(d->cs, &p, &n, &addr, d->insn);
		if (known)
			decoder_ppc(d, insn);
		else
			known = decoder_power9(word, insn);
		decoder_flow_ppc(word, insn);
	}
	return known || insn->flow != FLOW_NEXT;
}

bool decode(struct decoder *d, const uint8_t *p, size_t n, uint64_t addr,
            struct insn *insn)
{
	enum { EVEX = 0x62 };
	const uint8_t *start = p;
	size_t left = n;
	struct insn ours;

	*insn = (struct insn){ .addr = addr, .dest = REG_NONE, .size = 1 };
	ours = *insn;
	if (d->arch != IMAGE_X86_64)
		return decode_word(d, p, n, addr, insn);
	if (!cs_disasm_iter(d->cs, &p, &left, &addr, d->insn))
		return decoder_vex(start, n, insn);
	insn->size = (uint8_t)d->insn->size;
	decoder_x86(d, insn);
	/* of AVX-512 and prefetches, capstone 5 knows some by name only */
	if (((insn->kind == INSN_OTHER && *start == EVEX) ||
	     insn->kind == INSN_PREFETCH) &&
	    decoder_vex(start, n, &ours) && ours.kind != INSN_OTHER)
		*insn = ours;
	return true;
}

void decoder_stack(const struct decoder *d, unsigned *sp, unsigned *fp)
{
	static const uint8_t pointers[][2] = {
		[IMAGE_X86_64] = { 4, 5 },
		[IMAGE_AARCH64] = { 31, 29 },
		[IMAGE_PPC64LE] = { 1, 31 },
	};

	*sp = pointers[d->arch][0];
	*fp = pointers[d->arch][1];
}
