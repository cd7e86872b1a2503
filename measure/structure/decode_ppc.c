#include "measure/structure/decoder.h"

#include "base/banned.h"

void decoder_init_ppc(struct decoder *d)
{
	(void)d;
}

void decoder_ppc(const struct decoder *d, struct insn *insn)
{
	(void)d;
	(void)insn;
}

/* b, bc: LK is a call unless it only reads the program counter (bcl 20,31) */
static void relative(uint32_t word, int64_t offset, bool always,
                     struct insn *insn)
{
	bool link = word & 1, absolute = word & 2;

	insn->target = (absolute ? 0 : insn->addr) + (uint64_t)offset;
	if (link)
		insn->flow = offset == 4 ? FLOW_NEXT : FLOW_CALL;
	else
		insn->flow = always ? FLOW_JUMP : FLOW_BRANCH;
}

/*
 * Source: Power ISA 3.0B, book I, 2.4 Branch Instructions
 *
 * bclr is a return only when it always branches; a conditional return goes on.
 */
void decoder_flow_ppc(uint32_t word, struct insn *insn)
{
	unsigned opcode = word >> 26, bo = word >> 21 & 31;
	unsigned extended = word >> 1 & 1023;
	bool always = (bo & 20) == 20;

	if (opcode == 18) {
		int64_t li = (int64_t)(word & 0x03fffffc);

		relative(word, li & 0x02000000 ? li - 0x04000000 : li, true,
		         insn);
	} else if (opcode == 16) {
		relative(word, (int16_t)(word & 0xfffc), always, insn);
	} else if (opcode == 19 && extended == 16) { /* bclr */
		if (word & 1)
			insn->flow = FLOW_CALL_INDIRECT;
		else
			insn->flow = always ? FLOW_RETURN : FLOW_NEXT;
	} else if (opcode == 19 && (extended == 528 || extended == 560)) {
		if (word & 1)
			insn->flow = FLOW_CALL_INDIRECT;
		else
			insn->flow = always ? FLOW_SWITCH : FLOW_NEXT;
	} else if (word == 0x7fe00008 || word == 0) { /* trap */
		insn->flow = FLOW_STOP;
	}
}
