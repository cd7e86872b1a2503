#include "measure/structure/decoder.h"

#include "base/banned.h"

void decoder_init_arm64(struct decoder *d)
{
	(void)d;
}

void decoder_arm64(const struct decoder *d, struct insn *insn)
{
	(void)d;
	(void)insn;
}

/* bits high..low of word as a signed number of words */
static int64_t displacement(uint32_t word, unsigned high, unsigned low)
{
	unsigned n = high - low + 1;
	int64_t v = (int64_t)((word >> low) & (((uint32_t)1 << n) - 1));

	if (v >> (n - 1))
		v -= (int64_t)1 << n;
	return 4 * v;
}

/*
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1,
 *         Branches, Exception generating and System instructions
 */
void decoder_flow_arm64(uint32_t word, struct insn *insn)
{
	int64_t offset = 0;

	if ((word & 0x7c000000) == 0x14000000) { /* b, bl */
		insn->flow = word >> 31 ? FLOW_CALL : FLOW_JUMP;
		offset = displacement(word, 25, 0);
	} else if ((word & 0xff000000) == 0x54000000) { /* b.cond, bc.cond */
		insn->flow = FLOW_BRANCH;
		offset = displacement(word, 23, 5);
	} else if ((word & 0x7e000000) == 0x34000000) { /* cbz, cbnz */
		insn->flow = FLOW_BRANCH;
		offset = displacement(word, 23, 5);
	} else if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
		insn->flow = FLOW_BRANCH;
		offset = displacement(word, 18, 5);
	} else if ((word & 0xfe000000) == 0xd6000000) {
		unsigned opc = word >> 21 & 15;

		if ((opc & 7) == 0)
			insn->flow = FLOW_SWITCH;
		else if ((opc & 7) == 1)
			insn->flow = FLOW_CALL_INDIRECT;
		else
			insn->flow = FLOW_RETURN;
	} else if ((word & 0xffe0001f) == 0xd4200000 || word >> 16 == 0) {
		insn->flow = FLOW_STOP; /* brk, udf */
	}
	if (offset)
		insn->target = insn->addr + (uint64_t)offset;
}
