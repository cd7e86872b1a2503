/*
 * perfexpert-sim: opcodes of AVX-512
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "evex.h"

/*
 * By map and mandatory prefix; a range of opcodes alike is one row. Which
 * values of W are defined is left to the processor, unless they differ in
 * their operands. Source: Intel's manual, volume 2, and the extensions to it
 * for half precision; tests/evex compares it with what objdump says.
 */
enum { NP, P66, PF3, PF2 };
#define ROW(map, pp, from, to, w, group, form, mem, elem, kind)                \
	{                                                                      \
		(map) << 2 | (pp), from, to, w, group, form, mem, elem, kind   \
	}
#define ANY(map, pp, from, to, ...) ROW(map, pp, from, to, 2, -1, __VA_ARGS__)
#define ONLY_W0(map, pp, from, to, ...)                                        \
	ROW(map, pp, from, to, 0, -1, __VA_ARGS__)
#define ONLY_W1(map, pp, from, to, ...)                                        \
	ROW(map, pp, from, to, 1, -1, __VA_ARGS__)
#define GROUP(map, pp, opcode, reg, ...)                                       \
	ROW(map, pp, opcode, opcode, 2, reg, __VA_ARGS__)
/* Packed singles and doubles */
#define FLOATS(from, to, form, mem, kind)                                      \
	ANY(1, NP, from, to, form, mem, E4, kind),                             \
		ANY(1, P66, from, to, form, mem, E8, kind)
#define SCALARS(from, to, form, kind)                                          \
	ANY(1, PF3, from, to, form, ELEM, E4, kind),                           \
		ANY(1, PF2, from, to, form, ELEM, E8, kind)
/* Both, and halves */
#define ARITHMETIC(op, packed, kind)                                           \
	FLOATS(op, op, packed, FULL, kind), SCALARS(op, op, RVM, kind),        \
		ANY(5, NP, op, op, packed, FULL, E2, kind),                    \
		ANY(5, PF3, op, op, RVM, ELEM, E2, kind)
/* Packed, and scalars by the next opcode */
#define BESIDE(map, pp, op, packed, scalar, elem, kind)                        \
	ANY(map, pp, op, op, packed, FULL, elem, kind),                        \
		ANY(map, pp, (op) + 1, (op) + 1, scalar, ELEM, elem, kind)
#define FUSED_PAIR(op)                                                         \
	BESIDE(2, P66, op, RVMA, RVMA, EW, FMA),                               \
		BESIDE(6, P66, op, RVMA, RVMA, E2, FMA)
#define FUSED(row)                                                             \
	ANY(2, P66, (row) + 6, (row) + 6, RVMA, FULL, EW, FMA),                \
		ANY(6, P66, (row) + 6, (row) + 6, RVMA, FULL, E2, FMA),        \
		FUSED_PAIR((row) + 8), FUSED_PAIR((row) + 10),                 \
		FUSED_PAIR((row) + 12), FUSED_PAIR((row) + 14)
#define WIDTH(pp, op, form, mem, elem)                                         \
	ANY(2, pp, op, op, form, mem, elem, SHUFFLE)
/* Integers become wider or narrower */
#define WIDTHS(pp, row, form)                                                  \
	WIDTH(pp, (row) + 0, form, HALF, E2),                                  \
		WIDTH(pp, (row) + 1, form, QUARTER, E4),                       \
		WIDTH(pp, (row) + 2, form, EIGHTH, E8),                        \
		WIDTH(pp, (row) + 3, form, HALF, E4),                          \
		WIDTH(pp, (row) + 4, form, QUARTER, E8),                       \
		WIDTH(pp, (row) + 5, form, HALF, E8)
#define ANY_PREFIX(map, op, form, elem, kind)                                  \
	ANY(map, NP, op, op, form, FULL, elem, kind),                          \
		ANY(map, P66, op, op, form, FULL, elem, kind),                 \
		ANY(map, PF3, op, op, form, FULL, elem, kind),                 \
		ANY(map, PF2, op, op, form, FULL, elem, kind)

const struct evex_op evex_table[] = {
	ARITHMETIC(0x58, RVM, ADD),         /* vaddps, pd, ss, sd, ph, sh */
	ARITHMETIC(0x59, RVM, MUL),         /* vmulps .. */
	ARITHMETIC(0x5c, RVM, ADD),         /* vsubps .. */
	ARITHMETIC(0x5d, RVM, COMPARE),     /* vminps .. */
	ARITHMETIC(0x5e, RVM, DIV),         /* vdivps .. */
	ARITHMETIC(0x5f, RVM, COMPARE),     /* vmaxps .. */
	ARITHMETIC(0x51, RM, SQRT),         /* vsqrtps .. */
	FUSED(0x90),                        /* vfmaddsub132ps .. vfnmsub132sh */
	FUSED(0xa0),                        /* vfmaddsub213ps .. vfnmsub213sh */
	FUSED(0xb0),                        /* vfmaddsub231ps .. vfnmsub231sh */
	FLOATS(0x10, 0x10, RM, FULL, MOVE), /* vmovups vmovupd */
	FLOATS(0x11, 0x11, MR, FULL, MOVE), /* vmovups vmovupd */
	FLOATS(0x14, 0x15, RVM, FULL,
	       SHUFFLE),                    /* vunpcklps vunpckhps vunpcklpd */
	FLOATS(0x28, 0x28, RM, FULL, MOVE), /* vmovaps vmovapd */
	FLOATS(0x29, 0x29, MR, FULL, MOVE), /* vmovaps vmovapd */
	FLOATS(0x2b, 0x2b, MR, FULL, MOVE), /* vmovntps vmovntpd */
	FLOATS(0x2e, 0x2f, FLAGS, ELEM,
	       COMPARE),                        /* vucomiss vcomiss vucomisd */
	FLOATS(0x54, 0x57, RVM, FULL, INTEGER), /* vandps .. vxorps vandpd */
	FLOATS(0xc2, 0xc2, KVM, FULL, COMPARE), /* vcmpps vcmppd */
	FLOATS(0xc6, 0xc6, RVM, FULL, SHUFFLE), /* vshufps vshufpd */
	SCALARS(0x10, 0x10, MOVS_IN, MOVE),     /* vmovss vmovsd */
	SCALARS(0x11, 0x11, MOVS_OUT, MOVE),    /* vmovss vmovsd */
	SCALARS(0x2c, 0x2d, GM, CONVERT), /* vcvttss2si vcvtss2si vcvttsd2si */
	SCALARS(0x78, 0x79, GM,
	        CONVERT), /* vcvttss2usi vcvtss2usi vcvttsd2usi */
	SCALARS(0xc2, 0xc2, KVM, COMPARE),      /* vcmpss vcmpsd */
	WIDTHS(P66, 0x20, RM),                  /* vpmovsxbw .. vpmovsxdq */
	WIDTHS(P66, 0x30, RM),                  /* vpmovzxbw .. vpmovzxdq */
	WIDTHS(PF3, 0x10, MR),                  /* vpmovuswb .. vpmovusqd */
	WIDTHS(PF3, 0x20, MR),                  /* vpmovswb .. vpmovsqd */
	WIDTHS(PF3, 0x30, MR),                  /* vpmovwb .. vpmovqd */
	ANY_PREFIX(3, 0x42, RVM, E2, MULTIPLY), /* vdbpsadbw */
	ANY_PREFIX(3, 0x70, RVM, E2, INTEGER),  /* vpshldw */
	ANY_PREFIX(3, 0x72, RVM, E2, INTEGER),  /* vpshrdw */
	BESIDE(2, P66, 0x2c, RVM, RVM, EW, CONVERT), /* vscalefps vscalefss */
	BESIDE(2, P66, 0x42, RM, RVM, EW, CONVERT),  /* vgetexpps vgetexpss */
	BESIDE(2, P66, 0x4c, RM, RVM, EW, ESTIMATE), /* vrcp14ps vrcp14ss */
	BESIDE(2, P66, 0x4e, RM, RVM, EW, ESTIMATE), /* vrsqrt14ps vrsqrt14ss */
	BESIDE(3, NP, 0x26, RM, RVM, E2, CONVERT),   /* vgetmantph vgetmantsh */
	BESIDE(3, NP, 0x56, RM, RVM, E2, CONVERT),   /* vreduceph vreducesh */
	BESIDE(3, NP, 0x66, KM, KM, E2, COMPARE),    /* vfpclassph vfpclasssh */
	BESIDE(3, P66, 0x26, RM, RVM, EW, CONVERT),  /* vgetmantps vgetmantss */
	BESIDE(3, P66, 0x50, RVM, RVM, EW, COMPARE), /* vrangeps vrangess */
	BESIDE(3, P66, 0x54, RVMA, RVMA, EW,
	       CONVERT), /* vfixupimmps vfixupimmss */
	BESIDE(3, P66, 0x56, RM, RVM, EW, CONVERT),  /* vreduceps vreducess */
	BESIDE(3, P66, 0x66, KM, KM, EW, COMPARE),   /* vfpclassps vfpclassss */
	BESIDE(6, P66, 0x2c, RVM, RVM, E2, CONVERT), /* vscalefph vscalefsh */
	BESIDE(6, P66, 0x42, RM, RVM, E2, CONVERT),  /* vgetexpph vgetexpsh */
	BESIDE(6, P66, 0x4c, RM, RVM, E2, ESTIMATE), /* vrcpph vrcpsh */
	BESIDE(6, P66, 0x4e, RM, RVM, E2, ESTIMATE), /* vrsqrtph vrsqrtsh */
	BESIDE(6, PF3, 0x56, RVMA, RVMA, E4, FMA),   /* vfmaddcph vfmaddcsh */
	BESIDE(6, PF3, 0xd6, RVM, RVM, E4, MUL),     /* vfmulcph vfmulcsh */
	BESIDE(6, PF2, 0x56, RVMA, RVMA, E4, FMA),   /* vfcmaddcph vfcmaddcsh */
	BESIDE(6, PF2, 0xd6, RVM, RVM, E4, MUL),     /* vfcmulcph vfcmulcsh */
	/* others */
	ONLY_W0(1, NP, 0x12, 0x12, RVM, B8, E4, SHUFFLE), /* vmovhlps */
	ONLY_W1(1, NP, 0x12, 0x12, RVM, B8, E4, SHUFFLE), /* vmovlps */
	ANY(1, NP, 0x13, 0x13, MR, B8, E4, SHUFFLE),      /* vmovlps */
	ONLY_W0(1, NP, 0x16, 0x16, RVM, B8, E4, SHUFFLE), /* vmovlhps */
	ONLY_W1(1, NP, 0x16, 0x16, RVM, B8, E4, SHUFFLE), /* vmovhps */
	ANY(1, NP, 0x17, 0x17, MR, B8, E4, SHUFFLE),      /* vmovhps */
	ANY(1, NP, 0x5a, 0x5a, RM, HALF, E8, CONVERT),    /* vcvtps2pd */
	ANY(1, NP, 0x5b, 0x5b, RM, FULL, EW, CONVERT),    /* vcvtdq2ps */
	ANY(1, NP, 0x78, 0x79, RM, FULL, EW,
	    CONVERT), /* vcvttps2udq vcvtps2udq */
	ANY(1, P66, 0x12, 0x12, RVM, ELEM, E8, SHUFFLE), /* vmovlpd */
	ANY(1, P66, 0x13, 0x13, MR, ELEM, E8, SHUFFLE),  /* vmovlpd */
	ANY(1, P66, 0x16, 0x16, RVM, ELEM, E8, SHUFFLE), /* vmovhpd */
	ANY(1, P66, 0x17, 0x17, MR, ELEM, E8, SHUFFLE),  /* vmovhpd */
	ANY(1, P66, 0x5a, 0x5a, RM, FULL, E8, CONVERT),  /* vcvtpd2ps */
	ANY(1, P66, 0x5b, 0x5b, RM, FULL, E4, CONVERT),  /* vcvtps2dq */
	ANY(1, P66, 0x60, 0x60, RVM, FULL, E1, SHUFFLE), /* vpunpcklbw */
	ANY(1, P66, 0x61, 0x61, RVM, FULL, E2, SHUFFLE), /* vpunpcklwd */
	ANY(1, P66, 0x62, 0x62, RVM, FULL, E4, SHUFFLE), /* vpunpckldq */
	ANY(1, P66, 0x63, 0x63, RVM, FULL, E1, SHUFFLE), /* vpacksswb */
	ANY(1, P66, 0x64, 0x64, KVM, FULL, E1, INTEGER), /* vpcmpgtb */
	ANY(1, P66, 0x65, 0x65, KVM, FULL, E2, INTEGER), /* vpcmpgtw */
	ANY(1, P66, 0x66, 0x66, KVM, FULL, E4, INTEGER), /* vpcmpgtd */
	ANY(1, P66, 0x67, 0x68, RVM, FULL, E1,
	    SHUFFLE), /* vpackuswb vpunpckhbw */
	ANY(1, P66, 0x69, 0x69, RVM, FULL, E2, SHUFFLE), /* vpunpckhwd */
	ANY(1, P66, 0x6a, 0x6b, RVM, FULL, E4,
	    SHUFFLE), /* vpunpckhdq vpackssdw */
	ANY(1, P66, 0x6c, 0x6d, RVM, FULL, E8,
	    SHUFFLE), /* vpunpcklqdq vpunpckhqdq */
	ANY(1, P66, 0x6e, 0x6e, RH, ELEM, EW, CROSS),       /* vmovd */
	ANY(1, P66, 0x6f, 0x6f, RM, FULL, EW, MOVE),        /* vmovdqa32 */
	ANY(1, P66, 0x70, 0x70, RM, FULL, E4, SHUFFLE),     /* vpshufd */
	GROUP(1, P66, 0x71, 2, VM, FULL, E2, INTEGER),      /* vpsrlw */
	GROUP(1, P66, 0x71, 4, VM, FULL, E2, INTEGER),      /* vpsraw */
	GROUP(1, P66, 0x71, 6, VM, FULL, E2, INTEGER),      /* vpsllw */
	GROUP(1, P66, 0x72, 0, VM, FULL, EW, INTEGER),      /* vprord */
	GROUP(1, P66, 0x72, 1, VM, FULL, EW, INTEGER),      /* vprold */
	GROUP(1, P66, 0x72, 2, VM, FULL, E4, INTEGER),      /* vpsrld */
	GROUP(1, P66, 0x72, 4, VM, FULL, EW, INTEGER),      /* vpsrad */
	GROUP(1, P66, 0x72, 6, VM, FULL, E4, INTEGER),      /* vpslld */
	GROUP(1, P66, 0x73, 2, VM, FULL, E8, INTEGER),      /* vpsrlq */
	GROUP(1, P66, 0x73, 3, VM, FULL, E1, SHUFFLE),      /* vpsrldq */
	GROUP(1, P66, 0x73, 6, VM, FULL, E8, INTEGER),      /* vpsllq */
	GROUP(1, P66, 0x73, 7, VM, FULL, E1, SHUFFLE),      /* vpslldq */
	ANY(1, P66, 0x74, 0x74, KVM, FULL, E1, INTEGER),    /* vpcmpeqb */
	ANY(1, P66, 0x75, 0x75, KVM, FULL, E2, INTEGER),    /* vpcmpeqw */
	ANY(1, P66, 0x76, 0x76, KVM, FULL, E4, INTEGER),    /* vpcmpeqd */
	ONLY_W0(1, P66, 0x78, 0x78, RM, HALF, E8, CONVERT), /* vcvttps2uqq */
	ONLY_W1(1, P66, 0x78, 0x78, RM, FULL, E8, CONVERT), /* vcvttpd2uqq */
	ONLY_W0(1, P66, 0x79, 0x79, RM, HALF, E8, CONVERT), /* vcvtps2uqq */
	ONLY_W1(1, P66, 0x79, 0x79, RM, FULL, E8, CONVERT), /* vcvtpd2uqq */
	ONLY_W0(1, P66, 0x7a, 0x7a, RM, HALF, E8, CONVERT), /* vcvttps2qq */
	ONLY_W1(1, P66, 0x7a, 0x7a, RM, FULL, E8, CONVERT), /* vcvttpd2qq */
	ONLY_W0(1, P66, 0x7b, 0x7b, RM, HALF, E8, CONVERT), /* vcvtps2qq */
	ONLY_W1(1, P66, 0x7b, 0x7b, RM, FULL, E8, CONVERT), /* vcvtpd2qq */
	ANY(1, P66, 0x7e, 0x7e, HR, ELEM, EW, CROSS),       /* vmovd */
	ANY(1, P66, 0x7f, 0x7f, MR, FULL, EW, MOVE),        /* vmovdqa32 */
	ANY(1, P66, 0xc4, 0xc4, RVH, ELEM, E2, CROSS),      /* vpinsrw */
	ANY(1, P66, 0xc5, 0xc5, GM, NO_MEM, E2, CROSS),     /* vpextrw */
	ANY(1, P66, 0xd1, 0xd1, RVM, B16, E2, INTEGER),     /* vpsrlw */
	ANY(1, P66, 0xd2, 0xd2, RVM, B16, E4, INTEGER),     /* vpsrld */
	ANY(1, P66, 0xd3, 0xd3, RVM, B16, E8, INTEGER),     /* vpsrlq */
	ANY(1, P66, 0xd4, 0xd4, RVM, FULL, E8, INTEGER),    /* vpaddq */
	ANY(1, P66, 0xd5, 0xd5, RVM, FULL, E2, MULTIPLY),   /* vpmullw */
	ANY(1, P66, 0xd6, 0xd6, MR, ELEM, E8, CROSS),       /* vmovq */
	ANY(1, P66, 0xd8, 0xd8, RVM, FULL, E1, INTEGER),    /* vpsubusb */
	ANY(1, P66, 0xd9, 0xd9, RVM, FULL, E2, INTEGER),    /* vpsubusw */
	ANY(1, P66, 0xda, 0xda, RVM, FULL, E1, INTEGER),    /* vpminub */
	ANY(1, P66, 0xdb, 0xdb, RVM, FULL, EW, INTEGER),    /* vpandd */
	ANY(1, P66, 0xdc, 0xdc, RVM, FULL, E1, INTEGER),    /* vpaddusb */
	ANY(1, P66, 0xdd, 0xdd, RVM, FULL, E2, INTEGER),    /* vpaddusw */
	ANY(1, P66, 0xde, 0xde, RVM, FULL, E1, INTEGER),    /* vpmaxub */
	ANY(1, P66, 0xdf, 0xdf, RVM, FULL, EW, INTEGER),    /* vpandnd */
	ANY(1, P66, 0xe0, 0xe0, RVM, FULL, E1, INTEGER),    /* vpavgb */
	ANY(1, P66, 0xe1, 0xe1, RVM, B16, E2, INTEGER),     /* vpsraw */
	ANY(1, P66, 0xe2, 0xe2, RVM, B16, EW, INTEGER),     /* vpsrad */
	ANY(1, P66, 0xe3, 0xe3, RVM, FULL, E2, INTEGER),    /* vpavgw */
	ANY(1, P66, 0xe4, 0xe5, RVM, FULL, E2, MULTIPLY), /* vpmulhuw vpmulhw */
	ANY(1, P66, 0xe6, 0xe6, RM, FULL, E8, CONVERT),   /* vcvttpd2dq */
	ANY(1, P66, 0xe7, 0xe7, MR, FULL, E4, MOVE),      /* vmovntdq */
	ANY(1, P66, 0xe8, 0xe8, RVM, FULL, E1, INTEGER),  /* vpsubsb */
	ANY(1, P66, 0xe9, 0xea, RVM, FULL, E2, INTEGER),  /* vpsubsw vpminsw */
	ANY(1, P66, 0xeb, 0xeb, RVM, FULL, EW, INTEGER),  /* vpord */
	ANY(1, P66, 0xec, 0xec, RVM, FULL, E1, INTEGER),  /* vpaddsb */
	ANY(1, P66, 0xed, 0xee, RVM, FULL, E2, INTEGER),  /* vpaddsw vpmaxsw */
	ANY(1, P66, 0xef, 0xef, RVM, FULL, EW, INTEGER),  /* vpxord */
	ANY(1, P66, 0xf1, 0xf1, RVM, B16, E2, INTEGER),   /* vpsllw */
	ANY(1, P66, 0xf2, 0xf2, RVM, B16, E4, INTEGER),   /* vpslld */
	ANY(1, P66, 0xf3, 0xf3, RVM, B16, E8, INTEGER),   /* vpsllq */
	ANY(1, P66, 0xf4, 0xf4, RVM, FULL, E8, MULTIPLY), /* vpmuludq */
	ANY(1, P66, 0xf5, 0xf5, RVM, FULL, E4, MULTIPLY), /* vpmaddwd */
	ANY(1, P66, 0xf6, 0xf6, RVM, FULL, E8, MULTIPLY), /* vpsadbw */
	ANY(1, P66, 0xf8, 0xf8, RVM, FULL, E1, INTEGER),  /* vpsubb */
	ANY(1, P66, 0xf9, 0xf9, RVM, FULL, E2, INTEGER),  /* vpsubw */
	ANY(1, P66, 0xfa, 0xfa, RVM, FULL, E4, INTEGER),  /* vpsubd */
	ANY(1, P66, 0xfb, 0xfb, RVM, FULL, E8, INTEGER),  /* vpsubq */
	ANY(1, P66, 0xfc, 0xfc, RVM, FULL, E1, INTEGER),  /* vpaddb */
	ANY(1, P66, 0xfd, 0xfd, RVM, FULL, E2, INTEGER),  /* vpaddw */
	ANY(1, P66, 0xfe, 0xfe, RVM, FULL, E4, INTEGER),  /* vpaddd */
	ANY(1, PF3, 0x12, 0x12, RM, FULL, E4, SHUFFLE),   /* vmovsldup */
	ANY(1, PF3, 0x16, 0x16, RM, FULL, E4, SHUFFLE),   /* vmovshdup */
	ONLY_W0(1, PF3, 0x2a, 0x2a, RVH, ELEM, E4, CONVERT), /* vcvtsi2ss */
	ONLY_W1(1, PF3, 0x2a, 0x2a, RVH, B8, E4, CONVERT),   /* vcvtsi2ss */
	ANY(1, PF3, 0x5a, 0x5a, RVM, B4, E8, CONVERT),       /* vcvtss2sd */
	ANY(1, PF3, 0x5b, 0x5b, RM, FULL, E4, CONVERT),      /* vcvttps2dq */
	ANY(1, PF3, 0x6f, 0x6f, RM, FULL, EW, MOVE),         /* vmovdqu32 */
	ANY(1, PF3, 0x70, 0x70, RM, FULL, E2, SHUFFLE),      /* vpshufhw */
	ONLY_W0(1, PF3, 0x7a, 0x7a, RM, HALF, E8, CONVERT),  /* vcvtudq2pd */
	ONLY_W1(1, PF3, 0x7a, 0x7a, RM, FULL, E8, CONVERT),  /* vcvtuqq2pd */
	ONLY_W0(1, PF3, 0x7b, 0x7b, RVH, ELEM, E4, CONVERT), /* vcvtusi2ss */
	ONLY_W1(1, PF3, 0x7b, 0x7b, RVH, B8, E4, CONVERT),   /* vcvtusi2ss */
	ANY(1, PF3, 0x7e, 0x7e, RM, ELEM, E8, CROSS),        /* vmovq */
	ANY(1, PF3, 0x7f, 0x7f, MR, FULL, EW, MOVE),         /* vmovdqu32 */
	ONLY_W0(1, PF3, 0xe6, 0xe6, RM, HALF, E8, CONVERT),  /* vcvtdq2pd */
	ONLY_W1(1, PF3, 0xe6, 0xe6, RM, FULL, E8, CONVERT),  /* vcvtqq2pd */
	ANY(1, PF2, 0x12, 0x12, RM, DUP, E8, SHUFFLE),       /* vmovddup */
	ONLY_W0(1, PF2, 0x2a, 0x2a, RVH, B4, E8, CONVERT),   /* vcvtsi2sd */
	ONLY_W1(1, PF2, 0x2a, 0x2a, RVH, ELEM, E8, CONVERT), /* vcvtsi2sd */
	ANY(1, PF2, 0x5a, 0x5a, RVM, ELEM, E8, CONVERT),     /* vcvtsd2ss */
	ANY(1, PF2, 0x6f, 0x6f, RM, FULL, EBW, MOVE),        /* vmovdqu8 */
	ANY(1, PF2, 0x70, 0x70, RM, FULL, E2, SHUFFLE),      /* vpshuflw */
	ANY(1, PF2, 0x7a, 0x7a, RM, FULL, EW, CONVERT),      /* vcvtudq2ps */
	ONLY_W0(1, PF2, 0x7b, 0x7b, RVH, B4, E8, CONVERT),   /* vcvtusi2sd */
	ONLY_W1(1, PF2, 0x7b, 0x7b, RVH, ELEM, E8, CONVERT), /* vcvtusi2sd */
	ANY(1, PF2, 0x7f, 0x7f, MR, FULL, EBW, MOVE),        /* vmovdqu8 */
	ANY(1, PF2, 0xe6, 0xe6, RM, FULL, E8, CONVERT),      /* vcvtpd2dq */
	ANY(2, NP, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),      /* vrsqrt14ps */
	ANY(2, P66, 0x00, 0x00, RVM, FULL, E1, SHUFFLE),     /* vpshufb */
	ANY(2, P66, 0x04, 0x04, RVM, FULL, E2, MULTIPLY),    /* vpmaddubsw */
	ANY(2, P66, 0x0b, 0x0b, RVM, FULL, E2, MULTIPLY),    /* vpmulhrsw */
	ANY(2, P66, 0x0c, 0x0c, RVM, FULL, E4, SHUFFLE),     /* vpermilps */
	ANY(2, P66, 0x0d, 0x0d, RVM, FULL, E8, SHUFFLE),     /* vpermilpd */
	ANY(2, P66, 0x10, 0x12, RVM, FULL, E2,
	    INTEGER),                                   /* vpsrlvw .. vpsllvw */
	ANY(2, P66, 0x13, 0x13, RM, HALF, E4, CONVERT), /* vcvtph2ps */
	ANY(2, P66, 0x14, 0x15, RVM, FULL, EW, INTEGER),  /* vprorvd vprolvd */
	ANY(2, P66, 0x16, 0x16, RVM, FULL, EW, SHUFFLE),  /* vpermps */
	ANY(2, P66, 0x18, 0x18, RM, ELEM, E4, SHUFFLE),   /* vbroadcastss */
	ANY(2, P66, 0x19, 0x19, RM, B8, EW, SHUFFLE),     /* vbroadcastf32x2 */
	ANY(2, P66, 0x1a, 0x1a, RM, B16, EW, SHUFFLE),    /* vbroadcastf32x4 */
	ANY(2, P66, 0x1b, 0x1b, RM, B32, EW, SHUFFLE),    /* vbroadcastf32x8 */
	ANY(2, P66, 0x1c, 0x1c, RM, FULL, E1, INTEGER),   /* vpabsb */
	ANY(2, P66, 0x1d, 0x1d, RM, FULL, E2, INTEGER),   /* vpabsw */
	ANY(2, P66, 0x1e, 0x1e, RM, FULL, E4, INTEGER),   /* vpabsd */
	ANY(2, P66, 0x1f, 0x1f, RM, FULL, E8, INTEGER),   /* vpabsq */
	ANY(2, P66, 0x26, 0x26, KVM, FULL, EBW, INTEGER), /* vptestmb */
	ANY(2, P66, 0x27, 0x27, KVM, FULL, EW, INTEGER),  /* vptestmd */
	ANY(2, P66, 0x28, 0x28, RVM, FULL, E8, MULTIPLY), /* vpmuldq */
	ANY(2, P66, 0x29, 0x29, KVM, FULL, E8, INTEGER),  /* vpcmpeqq */
	ANY(2, P66, 0x2a, 0x2a, RM, FULL, E4, MOVE),      /* vmovntdqa */
	ANY(2, P66, 0x2b, 0x2b, RVM, FULL, E4, SHUFFLE),  /* vpackusdw */
	ANY(2, P66, 0x36, 0x36, RVM, FULL, EW, SHUFFLE),  /* vpermd */
	ANY(2, P66, 0x37, 0x37, KVM, FULL, E8, INTEGER),  /* vpcmpgtq */
	ANY(2, P66, 0x38, 0x38, RVM, FULL, E1, INTEGER),  /* vpminsb */
	ANY(2, P66, 0x39, 0x39, RVM, FULL, EW, INTEGER),  /* vpminsd */
	ANY(2, P66, 0x3a, 0x3a, RVM, FULL, E2, INTEGER),  /* vpminuw */
	ANY(2, P66, 0x3b, 0x3b, RVM, FULL, EW, INTEGER),  /* vpminud */
	ANY(2, P66, 0x3c, 0x3c, RVM, FULL, E1, INTEGER),  /* vpmaxsb */
	ANY(2, P66, 0x3d, 0x3d, RVM, FULL, EW, INTEGER),  /* vpmaxsd */
	ANY(2, P66, 0x3e, 0x3e, RVM, FULL, E2, INTEGER),  /* vpmaxuw */
	ANY(2, P66, 0x3f, 0x3f, RVM, FULL, EW, INTEGER),  /* vpmaxud */
	ANY(2, P66, 0x40, 0x40, RVM, FULL, EW, MULTIPLY), /* vpmulld */
	ANY(2, P66, 0x44, 0x44, RM, FULL, EW, INTEGER),   /* vplzcntd */
	ANY(2, P66, 0x45, 0x47, RVM, FULL, EW,
	    INTEGER), /* vpsrlvd .. vpsllvd */
	ANY(2, P66, 0x50, 0x53, RVMA, FULL, E4,
	    MULTIPLY), /* vpdpbusd .. vpdpwssds */
	ANY(2, P66, 0x54, 0x54, RM, FULL, EBW, INTEGER), /* vpopcntb */
	ANY(2, P66, 0x55, 0x55, RM, FULL, EW, INTEGER),  /* vpopcntd */
	ANY(2, P66, 0x58, 0x58, RM, ELEM, E4, SHUFFLE),  /* vpbroadcastd */
	ANY(2, P66, 0x59, 0x59, RM, B8, EW, SHUFFLE),    /* vbroadcasti32x2 */
	ANY(2, P66, 0x5a, 0x5a, RM, B16, EW, SHUFFLE),   /* vbroadcasti32x4 */
	ANY(2, P66, 0x5b, 0x5b, RM, B32, EW, SHUFFLE),   /* vbroadcasti32x8 */
	ANY(2, P66, 0x62, 0x62, EXPAND, FULL, EBW, SHUFFLE),   /* vpexpandb */
	ANY(2, P66, 0x63, 0x63, COMPRESS, FULL, EBW, SHUFFLE), /* vpcompressb */
	ANY(2, P66, 0x64, 0x65, RVM, FULL, EW,
	    INTEGER), /* vpblendmd vblendmps */
	ANY(2, P66, 0x66, 0x66, RVM, FULL, EBW, INTEGER),  /* vpblendmb */
	ANY(2, P66, 0x70, 0x70, RVMA, FULL, E2, INTEGER),  /* vpshldvw */
	ANY(2, P66, 0x71, 0x71, RVMA, FULL, EW, INTEGER),  /* vpshldvd */
	ANY(2, P66, 0x72, 0x72, RVMA, FULL, E2, INTEGER),  /* vpshrdvw */
	ANY(2, P66, 0x73, 0x73, RVMA, FULL, EW, INTEGER),  /* vpshrdvd */
	ANY(2, P66, 0x75, 0x75, RVMA, FULL, EBW, SHUFFLE), /* vpermi2b */
	ANY(2, P66, 0x76, 0x77, RVMA, FULL, EW,
	    SHUFFLE),                                   /* vpermi2d vpermi2ps */
	ANY(2, P66, 0x78, 0x78, RM, ELEM, E1, SHUFFLE), /* vpbroadcastb */
	ANY(2, P66, 0x79, 0x79, RM, ELEM, E2, SHUFFLE), /* vpbroadcastw */
	ANY(2, P66, 0x7a, 0x7a, RH, NO_MEM, E1, SHUFFLE),  /* vpbroadcastb */
	ANY(2, P66, 0x7b, 0x7b, RH, NO_MEM, E2, SHUFFLE),  /* vpbroadcastw */
	ANY(2, P66, 0x7c, 0x7c, RH, NO_MEM, EW, SHUFFLE),  /* vpbroadcastd */
	ANY(2, P66, 0x7d, 0x7d, RVMA, FULL, EBW, SHUFFLE), /* vpermt2b */
	ANY(2, P66, 0x7e, 0x7f, RVMA, FULL, EW,
	    SHUFFLE), /* vpermt2d vpermt2ps */
	ANY(2, P66, 0x83, 0x83, RVM, FULL, E8, MULTIPLY), /* vpmultishiftqb */
	ANY(2, P66, 0x88, 0x89, EXPAND, FULL, EW,
	    SHUFFLE), /* vexpandps vpexpandd */
	ANY(2, P66, 0x8a, 0x8b, COMPRESS, FULL, EW,
	    SHUFFLE), /* vcompressps vpcompressd */
	ANY(2, P66, 0x8d, 0x8d, RVM, FULL, EBW, SHUFFLE), /* vpermb */
	ANY(2, P66, 0x8f, 0x8f, KVM, FULL, E1, SHUFFLE),  /* vpshufbitqmb */
	ANY(2, P66, 0x90, 0x93, GATHER, ELEM, EW,
	    MOVE), /* vpgatherdd .. vgatherqps */
	ANY(2, P66, 0xa0, 0xa3, SCATTER, ELEM, EW,
	    MOVE), /* vpscatterdd .. vscatterqps */
	ANY(2, P66, 0xb4, 0xb5, RVMA, FULL, E8,
	    MULTIPLY), /* vpmadd52luq vpmadd52huq */
	ANY(2, P66, 0xc4, 0xc4, RM, FULL, EW, INTEGER),  /* vpconflictd */
	ANY(2, P66, 0xcf, 0xcf, RVM, FULL, E1, INTEGER), /* vgf2p8mulb */
	ANY(2, P66, 0xdc, 0xdf, RVM, FULL, E8,
	    MULTIPLY), /* vaesenc .. vaesdeclast */
	ANY(2, PF3, 0x26, 0x26, KVM, FULL, EBW, INTEGER), /* vptestnmb */
	ANY(2, PF3, 0x27, 0x27, KVM, FULL, EW, INTEGER),  /* vptestnmd */
	ANY(2, PF3, 0x28, 0x28, RJ, NO_MEM, EBW, CROSS),  /* vpmovm2b */
	ANY(2, PF3, 0x29, 0x29, KM, FULL, EBW, CROSS),    /* vpmovb2m */
	ANY(2, PF3, 0x2a, 0x2a, RJ, NO_MEM, E8, CROSS),   /* vpbroadcastmb2q */
	ANY(2, PF3, 0x38, 0x38, RJ, NO_MEM, EW, CROSS),   /* vpmovm2d */
	ANY(2, PF3, 0x39, 0x39, KM, FULL, EW, CROSS),     /* vpmovd2m */
	ANY(2, PF3, 0x3a, 0x3a, RJ, NO_MEM, E4, CROSS),   /* vpbroadcastmw2d */
	ANY(2, PF3, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),  /* vrsqrt14ps */
	ANY(2, PF3, 0x52, 0x52, RVMA, FULL, E4, DOT),     /* vdpbf16ps */
	ANY(2, PF3, 0x72, 0x72, RM, FULL, E4, CONVERT),   /* vcvtneps2bf16 */
	ANY(2, PF2, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),  /* vrsqrt14ps */
	ANY(2, PF2, 0x72, 0x72, RVM, FULL, E4, CONVERT),  /* vcvtne2ps2bf16 */
	ANY(3, NP, 0x08, 0x08, RM, FULL, E2, CONVERT),    /* vrndscaleph */
	ANY(3, NP, 0x0a, 0x0a, RVM, ELEM, E2, CONVERT),   /* vrndscalesh */
	ANY(3, NP, 0xc2, 0xc2, KVM, FULL, E2, COMPARE),   /* vcmpph */
	ANY(3, P66, 0x00, 0x01, RM, FULL, E8, SHUFFLE),   /* vpermq vpermpd */
	ANY(3, P66, 0x03, 0x03, RVM, FULL, EW, SHUFFLE),  /* valignd */
	ANY(3, P66, 0x04, 0x04, RM, FULL, E4, SHUFFLE),   /* vpermilps */
	ANY(3, P66, 0x05, 0x05, RM, FULL, E8, SHUFFLE),   /* vpermilpd */
	ANY(3, P66, 0x08, 0x08, RM, FULL, E4, CONVERT),   /* vrndscaleps */
	ANY(3, P66, 0x09, 0x09, RM, FULL, E8, CONVERT),   /* vrndscalepd */
	ANY(3, P66, 0x0a, 0x0a, RVM, ELEM, E4, CONVERT),  /* vrndscaless */
	ANY(3, P66, 0x0b, 0x0b, RVM, ELEM, E8, CONVERT),  /* vrndscalesd */
	ANY(3, P66, 0x0f, 0x0f, RVM, FULL, E1, SHUFFLE),  /* vpalignr */
	ANY(3, P66, 0x14, 0x14, HR, ELEM, E1, CROSS),     /* vpextrb */
	ANY(3, P66, 0x15, 0x15, HR, ELEM, E2, CROSS),     /* vpextrw */
	ANY(3, P66, 0x16, 0x16, HR, ELEM, EW, CROSS),     /* vpextrd */
	ANY(3, P66, 0x17, 0x17, HR, ELEM, E4, CROSS),     /* vextractps */
	ANY(3, P66, 0x18, 0x18, RVM, B16, EW, SHUFFLE),   /* vinsertf32x4 */
	ANY(3, P66, 0x19, 0x19, MR, B16, EW, SHUFFLE),    /* vextractf32x4 */
	ANY(3, P66, 0x1a, 0x1a, RVM, B32, EW, SHUFFLE),   /* vinsertf32x8 */
	ANY(3, P66, 0x1b, 0x1b, MR, B32, EW, SHUFFLE),    /* vextractf32x8 */
	ANY(3, P66, 0x1d, 0x1d, MR, HALF, E4, CONVERT),   /* vcvtps2ph */
	ANY(3, P66, 0x1e, 0x1f, KVM, FULL, EW, INTEGER),  /* vpcmpud vpcmpd */
	ANY(3, P66, 0x20, 0x20, RVH, ELEM, E1, CROSS),    /* vpinsrb */
	ANY(3, P66, 0x21, 0x21, RVM, ELEM, E4, SHUFFLE),  /* vinsertps */
	ANY(3, P66, 0x22, 0x22, RVH, ELEM, EW, CROSS),    /* vpinsrd */
	ANY(3, P66, 0x23, 0x23, RVM, FULL, EW, SHUFFLE),  /* vshuff32x4 */
	ANY(3, P66, 0x25, 0x25, RVMA, FULL, EW, INTEGER), /* vpternlogd */
	ANY(3, P66, 0x38, 0x38, RVM, B16, EW, SHUFFLE),   /* vinserti32x4 */
	ANY(3, P66, 0x39, 0x39, MR, B16, EW, SHUFFLE),    /* vextracti32x4 */
	ANY(3, P66, 0x3a, 0x3a, RVM, B32, EW, SHUFFLE),   /* vinserti32x8 */
	ANY(3, P66, 0x3b, 0x3b, MR, B32, EW, SHUFFLE),    /* vextracti32x8 */
	ANY(3, P66, 0x3e, 0x3f, KVM, FULL, EBW, INTEGER), /* vpcmpub vpcmpb */
	ANY(3, P66, 0x43, 0x43, RVM, FULL, EW, SHUFFLE),  /* vshufi32x4 */
	ANY(3, P66, 0x44, 0x44, RVM, FULL, E8, MULTIPLY), /* vpclmulhqhqdq */
	ANY(3, P66, 0x71, 0x71, RVM, FULL, EW, INTEGER),  /* vpshldd */
	ANY(3, P66, 0x73, 0x73, RVM, FULL, EW, INTEGER),  /* vpshrdd */
	ANY(3, P66, 0xce, 0xcf, RVM, FULL, E8,
	    INTEGER), /* vgf2p8affineqb vgf2p8affineinvqb */
	ANY(3, PF3, 0xc2, 0xc2, KVM, ELEM, E2, COMPARE),  /* vcmpsh */
	ANY(5, NP, 0x1d, 0x1d, RVM, ELEM, E4, CONVERT),   /* vcvtss2sh */
	ANY(5, NP, 0x2e, 0x2f, FLAGS, ELEM, E2, COMPARE), /* vucomish vcomish */
	ANY(5, NP, 0x5a, 0x5a, RM, QUARTER, E8, CONVERT), /* vcvtph2pd */
	ANY(5, NP, 0x5b, 0x5b, RM, FULL, EW, CONVERT),    /* vcvtdq2ph */
	ANY(5, NP, 0x78, 0x79, RM, HALF, E4,
	    CONVERT), /* vcvttph2udq vcvtph2udq */
	ANY(5, NP, 0x7c, 0x7d, RM, FULL, E2,
	    CONVERT), /* vcvttph2uw vcvtph2uw */
	ANY(5, P66, 0x1d, 0x1d, RM, FULL, E4, CONVERT), /* vcvtps2phx */
	ANY(5, P66, 0x5a, 0x5a, RM, FULL, E8, CONVERT), /* vcvtpd2ph */
	ANY(5, P66, 0x5b, 0x5b, RM, HALF, E4, CONVERT), /* vcvtph2dq */
	ANY(5, P66, 0x6e, 0x6e, RH, ELEM, E2, CROSS),   /* vmovw */
	ANY(5, P66, 0x78, 0x7b, RM, QUARTER, E8,
	    CONVERT), /* vcvttph2uqq .. vcvtph2qq */
	ANY(5, P66, 0x7c, 0x7d, RM, FULL, E2, CONVERT), /* vcvttph2w vcvtph2w */
	ANY(5, P66, 0x7e, 0x7e, HR, ELEM, E2, CROSS),   /* vmovw */
	ANY(5, PF3, 0x10, 0x10, MOVS_IN, ELEM, E2, MOVE),  /* vmovsh */
	ANY(5, PF3, 0x11, 0x11, MOVS_OUT, ELEM, E2, MOVE), /* vmovsh */
	ONLY_W0(5, PF3, 0x2a, 0x2a, RVH, B4, E2, CONVERT), /* vcvtsi2sh */
	ONLY_W1(5, PF3, 0x2a, 0x2a, RVH, B8, E2, CONVERT), /* vcvtsi2sh */
	ANY(5, PF3, 0x2c, 0x2d, GM, ELEM, E2,
	    CONVERT), /* vcvttsh2si vcvtsh2si */
	ANY(5, PF3, 0x5a, 0x5a, RVM, B2, E8, CONVERT),  /* vcvtsh2sd */
	ANY(5, PF3, 0x5b, 0x5b, RM, HALF, E4, CONVERT), /* vcvttph2dq */
	ANY(5, PF3, 0x78, 0x79, GM, ELEM, E2,
	    CONVERT), /* vcvttsh2usi vcvtsh2usi */
	ONLY_W0(5, PF3, 0x7b, 0x7b, RVH, B4, E2, CONVERT), /* vcvtusi2sh */
	ONLY_W1(5, PF3, 0x7b, 0x7b, RVH, B8, E2, CONVERT), /* vcvtusi2sh */
	ANY(5, PF3, 0x7d, 0x7d, RM, FULL, E2, CONVERT),    /* vcvtw2ph */
	ANY(5, PF2, 0x5a, 0x5a, RVM, ELEM, E8, CONVERT),   /* vcvtsd2sh */
	ANY(5, PF2, 0x7a, 0x7a, RM, FULL, EW, CONVERT),    /* vcvtudq2ph */
	ANY(5, PF2, 0x7d, 0x7d, RM, FULL, E2, CONVERT),    /* vcvtuw2ph */
	ANY(6, NP, 0x13, 0x13, RVM, B2, E4, CONVERT),      /* vcvtsh2ss */
	ANY(6, P66, 0x13, 0x13, RM, HALF, E4, CONVERT),    /* vcvtph2psx */
};
const unsigned evex_table_size = sizeof evex_table / sizeof *evex_table;

/* W and the prefix give the number of bits of a mask. */
const struct evex_op evex_mask_table[] = {
	ANY(1, NP, 0x41, 0x42, KLJ, NO_MEM, E1, CROSS),     /* kandw kandnw */
	ANY(1, NP, 0x44, 0x44, KJ, NO_MEM, E1, CROSS),      /* knotw */
	ANY(1, NP, 0x45, 0x47, KLJ, NO_MEM, E1, CROSS),     /* korw .. kxorw */
	ANY(1, NP, 0x4a, 0x4b, KLJ, NO_MEM, E1, CROSS),     /* kaddw kunpckwd */
	ANY(1, P66, 0x41, 0x42, KLJ, NO_MEM, E1, CROSS),    /* kandb kandnb */
	ANY(1, P66, 0x44, 0x44, KJ, NO_MEM, E1, CROSS),     /* knotb */
	ANY(1, P66, 0x45, 0x47, KLJ, NO_MEM, E1, CROSS),    /* korb .. kxorb */
	ANY(1, P66, 0x4a, 0x4b, KLJ, NO_MEM, E1, CROSS),    /* kaddb kunpckbw */
	ONLY_W0(1, NP, 0x90, 0x90, KJ, B2, E2, CROSS),      /* kmovw */
	ONLY_W1(1, NP, 0x90, 0x90, KJ, B8, E8, CROSS),      /* kmovq */
	ONLY_W0(1, P66, 0x90, 0x90, KJ, B1, E1, CROSS),     /* kmovb */
	ONLY_W1(1, P66, 0x90, 0x90, KJ, B4, E4, CROSS),     /* kmovd */
	ONLY_W0(1, NP, 0x91, 0x91, JK, B2, E2, CROSS),      /* kmovw */
	ONLY_W1(1, NP, 0x91, 0x91, JK, B8, E8, CROSS),      /* kmovq */
	ONLY_W0(1, P66, 0x91, 0x91, JK, B1, E1, CROSS),     /* kmovb */
	ONLY_W1(1, P66, 0x91, 0x91, JK, B4, E4, CROSS),     /* kmovd */
	ONLY_W0(1, NP, 0x92, 0x92, KH, NO_MEM, E2, CROSS),  /* kmovw */
	ONLY_W0(1, P66, 0x92, 0x92, KH, NO_MEM, E1, CROSS), /* kmovb */
	ANY(1, PF2, 0x92, 0x92, KH, NO_MEM, EW, CROSS),     /* kmovd */
	ONLY_W0(1, NP, 0x93, 0x93, GJ, NO_MEM, E2, CROSS),  /* kmovw */
	ONLY_W0(1, P66, 0x93, 0x93, GJ, NO_MEM, E1, CROSS), /* kmovb */
	ANY(1, PF2, 0x93, 0x93, GJ, NO_MEM, EW, CROSS),     /* kmovd */
	ANY(1, NP, 0x98, 0x99, KFLAGS, NO_MEM, E1, CROSS),  /* kortestw */
	ANY(1, P66, 0x98, 0x99, KFLAGS, NO_MEM, E1, CROSS), /* kortestb */
	ANY(3, P66, 0x30, 0x33, KJ, NO_MEM, E1, CROSS),     /* kshiftrb .. */
};
const unsigned evex_mask_table_size =
	sizeof evex_mask_table / sizeof *evex_mask_table;
