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

const struct evex_op evex_table[] = {
	ANY(1, NP, 0x10, 0x10, RM, FULL, E4, MOVE),       /* vmovups */
	ANY(1, NP, 0x11, 0x11, MR, FULL, E4, MOVE),       /* vmovups */
	ONLY_W0(1, NP, 0x12, 0x12, RVM, B8, E4, SHUFFLE), /* vmovhlps */
	ONLY_W1(1, NP, 0x12, 0x12, RVM, B8, E4, SHUFFLE), /* vmovlps */
	ANY(1, NP, 0x13, 0x13, MR, B8, E4, SHUFFLE),      /* vmovlps */
	ANY(1, NP, 0x14, 0x15, RVM, FULL, E4,
	    SHUFFLE), /* vunpcklps vunpckhps */
	ONLY_W0(1, NP, 0x16, 0x16, RVM, B8, E4, SHUFFLE), /* vmovlhps */
	ONLY_W1(1, NP, 0x16, 0x16, RVM, B8, E4, SHUFFLE), /* vmovhps */
	ANY(1, NP, 0x17, 0x17, MR, B8, E4, SHUFFLE),      /* vmovhps */
	ANY(1, NP, 0x28, 0x28, RM, FULL, E4, MOVE),       /* vmovaps */
	ANY(1, NP, 0x29, 0x29, MR, FULL, E4, MOVE),       /* vmovaps */
	ANY(1, NP, 0x2b, 0x2b, MR, FULL, E4, MOVE),       /* vmovntps */
	ANY(1, NP, 0x2e, 0x2f, FLAGS, ELEM, E4, COMPARE), /* vucomiss vcomiss */
	ANY(1, NP, 0x51, 0x51, RM, FULL, E4, SQRT),       /* vsqrtps */
	ANY(1, NP, 0x54, 0x57, RVM, FULL, E4, INTEGER),   /* vandps .. vxorps */
	ANY(1, NP, 0x58, 0x58, RVM, FULL, E4, ADD),       /* vaddps */
	ANY(1, NP, 0x59, 0x59, RVM, FULL, E4, MUL),       /* vmulps */
	ANY(1, NP, 0x5a, 0x5a, RM, HALF, E8, CONVERT),    /* vcvtps2pd */
	ANY(1, NP, 0x5b, 0x5b, RM, FULL, EW, CONVERT),    /* vcvtdq2ps */
	ANY(1, NP, 0x5c, 0x5c, RVM, FULL, E4, ADD),       /* vsubps */
	ANY(1, NP, 0x5d, 0x5d, RVM, FULL, E4, COMPARE),   /* vminps */
	ANY(1, NP, 0x5e, 0x5e, RVM, FULL, E4, DIV),       /* vdivps */
	ANY(1, NP, 0x5f, 0x5f, RVM, FULL, E4, COMPARE),   /* vmaxps */
	ANY(1, NP, 0x78, 0x79, RM, FULL, EW,
	    CONVERT), /* vcvttps2udq vcvtps2udq */
	ANY(1, NP, 0xc2, 0xc2, KVM, FULL, E4, COMPARE),  /* vcmpps */
	ANY(1, NP, 0xc6, 0xc6, RVM, FULL, E4, SHUFFLE),  /* vshufps */
	ANY(1, P66, 0x10, 0x10, RM, FULL, E8, MOVE),     /* vmovupd */
	ANY(1, P66, 0x11, 0x11, MR, FULL, E8, MOVE),     /* vmovupd */
	ANY(1, P66, 0x12, 0x12, RVM, ELEM, E8, SHUFFLE), /* vmovlpd */
	ANY(1, P66, 0x13, 0x13, MR, ELEM, E8, SHUFFLE),  /* vmovlpd */
	ANY(1, P66, 0x14, 0x15, RVM, FULL, E8,
	    SHUFFLE), /* vunpcklpd vunpckhpd */
	ANY(1, P66, 0x16, 0x16, RVM, ELEM, E8, SHUFFLE), /* vmovhpd */
	ANY(1, P66, 0x17, 0x17, MR, ELEM, E8, SHUFFLE),  /* vmovhpd */
	ANY(1, P66, 0x28, 0x28, RM, FULL, E8, MOVE),     /* vmovapd */
	ANY(1, P66, 0x29, 0x29, MR, FULL, E8, MOVE),     /* vmovapd */
	ANY(1, P66, 0x2b, 0x2b, MR, FULL, E8, MOVE),     /* vmovntpd */
	ANY(1, P66, 0x2e, 0x2f, FLAGS, ELEM, E8,
	    COMPARE),                                    /* vucomisd vcomisd */
	ANY(1, P66, 0x51, 0x51, RM, FULL, E8, SQRT),     /* vsqrtpd */
	ANY(1, P66, 0x54, 0x57, RVM, FULL, E8, INTEGER), /* vandpd .. vxorpd */
	ANY(1, P66, 0x58, 0x58, RVM, FULL, E8, ADD),     /* vaddpd */
	ANY(1, P66, 0x59, 0x59, RVM, FULL, E8, MUL),     /* vmulpd */
	ANY(1, P66, 0x5a, 0x5a, RM, FULL, E8, CONVERT),  /* vcvtpd2ps */
	ANY(1, P66, 0x5b, 0x5b, RM, FULL, E4, CONVERT),  /* vcvtps2dq */
	ANY(1, P66, 0x5c, 0x5c, RVM, FULL, E8, ADD),     /* vsubpd */
	ANY(1, P66, 0x5d, 0x5d, RVM, FULL, E8, COMPARE), /* vminpd */
	ANY(1, P66, 0x5e, 0x5e, RVM, FULL, E8, DIV),     /* vdivpd */
	ANY(1, P66, 0x5f, 0x5f, RVM, FULL, E8, COMPARE), /* vmaxpd */
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
	ANY(1, P66, 0xc2, 0xc2, KVM, FULL, E8, COMPARE),    /* vcmppd */
	ANY(1, P66, 0xc4, 0xc4, RVH, ELEM, E2, CROSS),      /* vpinsrw */
	ANY(1, P66, 0xc5, 0xc5, GM, NO_MEM, E2, CROSS),     /* vpextrw */
	ANY(1, P66, 0xc6, 0xc6, RVM, FULL, E8, SHUFFLE),    /* vshufpd */
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
	ANY(1, PF3, 0x10, 0x10, MOVS_IN, ELEM, E4, MOVE), /* vmovss */
	ANY(1, PF3, 0x11, 0x11, MOVS_OUT, ELEM, E4, MOVE),   /* vmovss */
	ANY(1, PF3, 0x12, 0x12, RM, FULL, E4, SHUFFLE),      /* vmovsldup */
	ANY(1, PF3, 0x16, 0x16, RM, FULL, E4, SHUFFLE),      /* vmovshdup */
	ONLY_W0(1, PF3, 0x2a, 0x2a, RVH, ELEM, E4, CONVERT), /* vcvtsi2ss */
	ONLY_W1(1, PF3, 0x2a, 0x2a, RVH, B8, E4, CONVERT),   /* vcvtsi2ss */
	ANY(1, PF3, 0x2c, 0x2d, GM, ELEM, E4,
	    CONVERT),                                 /* vcvttss2si vcvtss2si */
	ANY(1, PF3, 0x51, 0x51, RVM, ELEM, E4, SQRT), /* vsqrtss */
	ANY(1, PF3, 0x58, 0x58, RVM, ELEM, E4, ADD),  /* vaddss */
	ANY(1, PF3, 0x59, 0x59, RVM, ELEM, E4, MUL),  /* vmulss */
	ANY(1, PF3, 0x5a, 0x5a, RVM, B4, E8, CONVERT),   /* vcvtss2sd */
	ANY(1, PF3, 0x5b, 0x5b, RM, FULL, E4, CONVERT),  /* vcvttps2dq */
	ANY(1, PF3, 0x5c, 0x5c, RVM, ELEM, E4, ADD),     /* vsubss */
	ANY(1, PF3, 0x5d, 0x5d, RVM, ELEM, E4, COMPARE), /* vminss */
	ANY(1, PF3, 0x5e, 0x5e, RVM, ELEM, E4, DIV),     /* vdivss */
	ANY(1, PF3, 0x5f, 0x5f, RVM, ELEM, E4, COMPARE), /* vmaxss */
	ANY(1, PF3, 0x6f, 0x6f, RM, FULL, EW, MOVE),     /* vmovdqu32 */
	ANY(1, PF3, 0x70, 0x70, RM, FULL, E2, SHUFFLE),  /* vpshufhw */
	ANY(1, PF3, 0x78, 0x79, GM, ELEM, E4,
	    CONVERT), /* vcvttss2usi vcvtss2usi */
	ONLY_W0(1, PF3, 0x7a, 0x7a, RM, HALF, E8, CONVERT),  /* vcvtudq2pd */
	ONLY_W1(1, PF3, 0x7a, 0x7a, RM, FULL, E8, CONVERT),  /* vcvtuqq2pd */
	ONLY_W0(1, PF3, 0x7b, 0x7b, RVH, ELEM, E4, CONVERT), /* vcvtusi2ss */
	ONLY_W1(1, PF3, 0x7b, 0x7b, RVH, B8, E4, CONVERT),   /* vcvtusi2ss */
	ANY(1, PF3, 0x7e, 0x7e, RM, ELEM, E8, CROSS),        /* vmovq */
	ANY(1, PF3, 0x7f, 0x7f, MR, FULL, EW, MOVE),         /* vmovdqu32 */
	ANY(1, PF3, 0xc2, 0xc2, KVM, ELEM, E4, COMPARE),     /* vcmpss */
	ONLY_W0(1, PF3, 0xe6, 0xe6, RM, HALF, E8, CONVERT),  /* vcvtdq2pd */
	ONLY_W1(1, PF3, 0xe6, 0xe6, RM, FULL, E8, CONVERT),  /* vcvtqq2pd */
	ANY(1, PF2, 0x10, 0x10, MOVS_IN, ELEM, E8, MOVE),    /* vmovsd */
	ANY(1, PF2, 0x11, 0x11, MOVS_OUT, ELEM, E8, MOVE),   /* vmovsd */
	ANY(1, PF2, 0x12, 0x12, RM, DUP, E8, SHUFFLE),       /* vmovddup */
	ONLY_W0(1, PF2, 0x2a, 0x2a, RVH, B4, E8, CONVERT),   /* vcvtsi2sd */
	ONLY_W1(1, PF2, 0x2a, 0x2a, RVH, ELEM, E8, CONVERT), /* vcvtsi2sd */
	ANY(1, PF2, 0x2c, 0x2d, GM, ELEM, E8,
	    CONVERT),                                 /* vcvttsd2si vcvtsd2si */
	ANY(1, PF2, 0x51, 0x51, RVM, ELEM, E8, SQRT), /* vsqrtsd */
	ANY(1, PF2, 0x58, 0x58, RVM, ELEM, E8, ADD),  /* vaddsd */
	ANY(1, PF2, 0x59, 0x59, RVM, ELEM, E8, MUL),  /* vmulsd */
	ANY(1, PF2, 0x5a, 0x5a, RVM, ELEM, E8, CONVERT), /* vcvtsd2ss */
	ANY(1, PF2, 0x5c, 0x5c, RVM, ELEM, E8, ADD),     /* vsubsd */
	ANY(1, PF2, 0x5d, 0x5d, RVM, ELEM, E8, COMPARE), /* vminsd */
	ANY(1, PF2, 0x5e, 0x5e, RVM, ELEM, E8, DIV),     /* vdivsd */
	ANY(1, PF2, 0x5f, 0x5f, RVM, ELEM, E8, COMPARE), /* vmaxsd */
	ANY(1, PF2, 0x6f, 0x6f, RM, FULL, EBW, MOVE),    /* vmovdqu8 */
	ANY(1, PF2, 0x70, 0x70, RM, FULL, E2, SHUFFLE),  /* vpshuflw */
	ANY(1, PF2, 0x78, 0x79, GM, ELEM, E8,
	    CONVERT), /* vcvttsd2usi vcvtsd2usi */
	ANY(1, PF2, 0x7a, 0x7a, RM, FULL, EW, CONVERT),      /* vcvtudq2ps */
	ONLY_W0(1, PF2, 0x7b, 0x7b, RVH, B4, E8, CONVERT),   /* vcvtusi2sd */
	ONLY_W1(1, PF2, 0x7b, 0x7b, RVH, ELEM, E8, CONVERT), /* vcvtusi2sd */
	ANY(1, PF2, 0x7f, 0x7f, MR, FULL, EBW, MOVE),        /* vmovdqu8 */
	ANY(1, PF2, 0xc2, 0xc2, KVM, ELEM, E8, COMPARE),     /* vcmpsd */
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
	ANY(2, P66, 0x14, 0x15, RVM, FULL, EW, INTEGER),   /* vprorvd vprolvd */
	ANY(2, P66, 0x16, 0x16, RVM, FULL, EW, SHUFFLE),   /* vpermps */
	ANY(2, P66, 0x18, 0x18, RM, ELEM, E4, SHUFFLE),    /* vbroadcastss */
	ANY(2, P66, 0x19, 0x19, RM, B8, EW, SHUFFLE),      /* vbroadcastf32x2 */
	ANY(2, P66, 0x1a, 0x1a, RM, B16, EW, SHUFFLE),     /* vbroadcastf32x4 */
	ANY(2, P66, 0x1b, 0x1b, RM, B32, EW, SHUFFLE),     /* vbroadcastf32x8 */
	ANY(2, P66, 0x1c, 0x1c, RM, FULL, E1, INTEGER),    /* vpabsb */
	ANY(2, P66, 0x1d, 0x1d, RM, FULL, E2, INTEGER),    /* vpabsw */
	ANY(2, P66, 0x1e, 0x1e, RM, FULL, E4, INTEGER),    /* vpabsd */
	ANY(2, P66, 0x1f, 0x1f, RM, FULL, E8, INTEGER),    /* vpabsq */
	ANY(2, P66, 0x20, 0x20, RM, HALF, E2, SHUFFLE),    /* vpmovsxbw */
	ANY(2, P66, 0x21, 0x21, RM, QUARTER, E4, SHUFFLE), /* vpmovsxbd */
	ANY(2, P66, 0x22, 0x22, RM, EIGHTH, E8, SHUFFLE),  /* vpmovsxbq */
	ANY(2, P66, 0x23, 0x23, RM, HALF, E4, SHUFFLE),    /* vpmovsxwd */
	ANY(2, P66, 0x24, 0x24, RM, QUARTER, E8, SHUFFLE), /* vpmovsxwq */
	ANY(2, P66, 0x25, 0x25, RM, HALF, E8, SHUFFLE),    /* vpmovsxdq */
	ANY(2, P66, 0x26, 0x26, KVM, FULL, EBW, INTEGER),  /* vptestmb */
	ANY(2, P66, 0x27, 0x27, KVM, FULL, EW, INTEGER),   /* vptestmd */
	ANY(2, P66, 0x28, 0x28, RVM, FULL, E8, MULTIPLY),  /* vpmuldq */
	ANY(2, P66, 0x29, 0x29, KVM, FULL, E8, INTEGER),   /* vpcmpeqq */
	ANY(2, P66, 0x2a, 0x2a, RM, FULL, E4, MOVE),       /* vmovntdqa */
	ANY(2, P66, 0x2b, 0x2b, RVM, FULL, E4, SHUFFLE),   /* vpackusdw */
	ANY(2, P66, 0x2c, 0x2c, RVM, FULL, EW, CONVERT),   /* vscalefps */
	ANY(2, P66, 0x2d, 0x2d, RVM, ELEM, EW, CONVERT),   /* vscalefss */
	ANY(2, P66, 0x30, 0x30, RM, HALF, E2, SHUFFLE),    /* vpmovzxbw */
	ANY(2, P66, 0x31, 0x31, RM, QUARTER, E4, SHUFFLE), /* vpmovzxbd */
	ANY(2, P66, 0x32, 0x32, RM, EIGHTH, E8, SHUFFLE),  /* vpmovzxbq */
	ANY(2, P66, 0x33, 0x33, RM, HALF, E4, SHUFFLE),    /* vpmovzxwd */
	ANY(2, P66, 0x34, 0x34, RM, QUARTER, E8, SHUFFLE), /* vpmovzxwq */
	ANY(2, P66, 0x35, 0x35, RM, HALF, E8, SHUFFLE),    /* vpmovzxdq */
	ANY(2, P66, 0x36, 0x36, RVM, FULL, EW, SHUFFLE),   /* vpermd */
	ANY(2, P66, 0x37, 0x37, KVM, FULL, E8, INTEGER),   /* vpcmpgtq */
	ANY(2, P66, 0x38, 0x38, RVM, FULL, E1, INTEGER),   /* vpminsb */
	ANY(2, P66, 0x39, 0x39, RVM, FULL, EW, INTEGER),   /* vpminsd */
	ANY(2, P66, 0x3a, 0x3a, RVM, FULL, E2, INTEGER),   /* vpminuw */
	ANY(2, P66, 0x3b, 0x3b, RVM, FULL, EW, INTEGER),   /* vpminud */
	ANY(2, P66, 0x3c, 0x3c, RVM, FULL, E1, INTEGER),   /* vpmaxsb */
	ANY(2, P66, 0x3d, 0x3d, RVM, FULL, EW, INTEGER),   /* vpmaxsd */
	ANY(2, P66, 0x3e, 0x3e, RVM, FULL, E2, INTEGER),   /* vpmaxuw */
	ANY(2, P66, 0x3f, 0x3f, RVM, FULL, EW, INTEGER),   /* vpmaxud */
	ANY(2, P66, 0x40, 0x40, RVM, FULL, EW, MULTIPLY),  /* vpmulld */
	ANY(2, P66, 0x42, 0x42, RM, FULL, EW, CONVERT),    /* vgetexpps */
	ANY(2, P66, 0x43, 0x43, RVM, ELEM, EW, CONVERT),   /* vgetexpss */
	ANY(2, P66, 0x44, 0x44, RM, FULL, EW, INTEGER),    /* vplzcntd */
	ANY(2, P66, 0x45, 0x47, RVM, FULL, EW,
	    INTEGER), /* vpsrlvd .. vpsllvd */
	ANY(2, P66, 0x4c, 0x4c, RM, FULL, EW, ESTIMATE),  /* vrcp14ps */
	ANY(2, P66, 0x4d, 0x4d, RVM, ELEM, EW, ESTIMATE), /* vrcp14ss */
	ANY(2, P66, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),  /* vrsqrt14ps */
	ANY(2, P66, 0x4f, 0x4f, RVM, ELEM, EW, ESTIMATE), /* vrsqrt14ss */
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
	ANY(2, P66, 0x96, 0x96, RVMA, FULL, EW, FMA), /* vfmaddsub132ps */
	ANY(2, P66, 0x98, 0x98, RVMA, FULL, EW, FMA), /* vfmadd132ps */
	ANY(2, P66, 0x99, 0x99, RVMA, ELEM, EW, FMA), /* vfmadd132ss */
	ANY(2, P66, 0x9a, 0x9a, RVMA, FULL, EW, FMA), /* vfmsub132ps */
	ANY(2, P66, 0x9b, 0x9b, RVMA, ELEM, EW, FMA), /* vfmsub132ss */
	ANY(2, P66, 0x9c, 0x9c, RVMA, FULL, EW, FMA), /* vfnmadd132ps */
	ANY(2, P66, 0x9d, 0x9d, RVMA, ELEM, EW, FMA), /* vfnmadd132ss */
	ANY(2, P66, 0x9e, 0x9e, RVMA, FULL, EW, FMA), /* vfnmsub132ps */
	ANY(2, P66, 0x9f, 0x9f, RVMA, ELEM, EW, FMA), /* vfnmsub132ss */
	ANY(2, P66, 0xa0, 0xa3, SCATTER, ELEM, EW,
	    MOVE), /* vpscatterdd .. vscatterqps */
	ANY(2, P66, 0xa6, 0xa6, RVMA, FULL, EW, FMA), /* vfmaddsub213ps */
	ANY(2, P66, 0xa8, 0xa8, RVMA, FULL, EW, FMA), /* vfmadd213ps */
	ANY(2, P66, 0xa9, 0xa9, RVMA, ELEM, EW, FMA), /* vfmadd213ss */
	ANY(2, P66, 0xaa, 0xaa, RVMA, FULL, EW, FMA), /* vfmsub213ps */
	ANY(2, P66, 0xab, 0xab, RVMA, ELEM, EW, FMA), /* vfmsub213ss */
	ANY(2, P66, 0xac, 0xac, RVMA, FULL, EW, FMA), /* vfnmadd213ps */
	ANY(2, P66, 0xad, 0xad, RVMA, ELEM, EW, FMA), /* vfnmadd213ss */
	ANY(2, P66, 0xae, 0xae, RVMA, FULL, EW, FMA), /* vfnmsub213ps */
	ANY(2, P66, 0xaf, 0xaf, RVMA, ELEM, EW, FMA), /* vfnmsub213ss */
	ANY(2, P66, 0xb4, 0xb5, RVMA, FULL, E8,
	    MULTIPLY), /* vpmadd52luq vpmadd52huq */
	ANY(2, P66, 0xb6, 0xb6, RVMA, FULL, EW, FMA),    /* vfmaddsub231ps */
	ANY(2, P66, 0xb8, 0xb8, RVMA, FULL, EW, FMA),    /* vfmadd231ps */
	ANY(2, P66, 0xb9, 0xb9, RVMA, ELEM, EW, FMA),    /* vfmadd231ss */
	ANY(2, P66, 0xba, 0xba, RVMA, FULL, EW, FMA),    /* vfmsub231ps */
	ANY(2, P66, 0xbb, 0xbb, RVMA, ELEM, EW, FMA),    /* vfmsub231ss */
	ANY(2, P66, 0xbc, 0xbc, RVMA, FULL, EW, FMA),    /* vfnmadd231ps */
	ANY(2, P66, 0xbd, 0xbd, RVMA, ELEM, EW, FMA),    /* vfnmadd231ss */
	ANY(2, P66, 0xbe, 0xbe, RVMA, FULL, EW, FMA),    /* vfnmsub231ps */
	ANY(2, P66, 0xbf, 0xbf, RVMA, ELEM, EW, FMA),    /* vfnmsub231ss */
	ANY(2, P66, 0xc4, 0xc4, RM, FULL, EW, INTEGER),  /* vpconflictd */
	ANY(2, P66, 0xcf, 0xcf, RVM, FULL, E1, INTEGER), /* vgf2p8mulb */
	ANY(2, P66, 0xdc, 0xdf, RVM, FULL, E8,
	    MULTIPLY), /* vaesenc .. vaesdeclast */
	ANY(2, PF3, 0x10, 0x10, MR, HALF, E2, SHUFFLE),    /* vpmovuswb */
	ANY(2, PF3, 0x11, 0x11, MR, QUARTER, E4, SHUFFLE), /* vpmovusdb */
	ANY(2, PF3, 0x12, 0x12, MR, EIGHTH, E8, SHUFFLE),  /* vpmovusqb */
	ANY(2, PF3, 0x13, 0x13, MR, HALF, E4, SHUFFLE),    /* vpmovusdw */
	ANY(2, PF3, 0x14, 0x14, MR, QUARTER, E8, SHUFFLE), /* vpmovusqw */
	ANY(2, PF3, 0x15, 0x15, MR, HALF, E8, SHUFFLE),    /* vpmovusqd */
	ANY(2, PF3, 0x20, 0x20, MR, HALF, E2, SHUFFLE),    /* vpmovswb */
	ANY(2, PF3, 0x21, 0x21, MR, QUARTER, E4, SHUFFLE), /* vpmovsdb */
	ANY(2, PF3, 0x22, 0x22, MR, EIGHTH, E8, SHUFFLE),  /* vpmovsqb */
	ANY(2, PF3, 0x23, 0x23, MR, HALF, E4, SHUFFLE),    /* vpmovsdw */
	ANY(2, PF3, 0x24, 0x24, MR, QUARTER, E8, SHUFFLE), /* vpmovsqw */
	ANY(2, PF3, 0x25, 0x25, MR, HALF, E8, SHUFFLE),    /* vpmovsqd */
	ANY(2, PF3, 0x26, 0x26, KVM, FULL, EBW, INTEGER),  /* vptestnmb */
	ANY(2, PF3, 0x27, 0x27, KVM, FULL, EW, INTEGER),   /* vptestnmd */
	ANY(2, PF3, 0x28, 0x28, RJ, NO_MEM, EBW, CROSS),   /* vpmovm2b */
	ANY(2, PF3, 0x29, 0x29, KM, FULL, EBW, CROSS),     /* vpmovb2m */
	ANY(2, PF3, 0x2a, 0x2a, RJ, NO_MEM, E8, CROSS),    /* vpbroadcastmb2q */
	ANY(2, PF3, 0x30, 0x30, MR, HALF, E2, SHUFFLE),    /* vpmovwb */
	ANY(2, PF3, 0x31, 0x31, MR, QUARTER, E4, SHUFFLE), /* vpmovdb */
	ANY(2, PF3, 0x32, 0x32, MR, EIGHTH, E8, SHUFFLE),  /* vpmovqb */
	ANY(2, PF3, 0x33, 0x33, MR, HALF, E4, SHUFFLE),    /* vpmovdw */
	ANY(2, PF3, 0x34, 0x34, MR, QUARTER, E8, SHUFFLE), /* vpmovqw */
	ANY(2, PF3, 0x35, 0x35, MR, HALF, E8, SHUFFLE),    /* vpmovqd */
	ANY(2, PF3, 0x38, 0x38, RJ, NO_MEM, EW, CROSS),    /* vpmovm2d */
	ANY(2, PF3, 0x39, 0x39, KM, FULL, EW, CROSS),      /* vpmovd2m */
	ANY(2, PF3, 0x3a, 0x3a, RJ, NO_MEM, E4, CROSS),    /* vpbroadcastmw2d */
	ANY(2, PF3, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),   /* vrsqrt14ps */
	ANY(2, PF3, 0x52, 0x52, RVMA, FULL, E4, DOT),      /* vdpbf16ps */
	ANY(2, PF3, 0x72, 0x72, RM, FULL, E4, CONVERT),    /* vcvtneps2bf16 */
	ANY(2, PF2, 0x4e, 0x4e, RM, FULL, EW, ESTIMATE),   /* vrsqrt14ps */
	ANY(2, PF2, 0x72, 0x72, RVM, FULL, E4, CONVERT),   /* vcvtne2ps2bf16 */
	ANY(3, NP, 0x08, 0x08, RM, FULL, E2, CONVERT),     /* vrndscaleph */
	ANY(3, NP, 0x0a, 0x0a, RVM, ELEM, E2, CONVERT),    /* vrndscalesh */
	ANY(3, NP, 0x26, 0x26, RM, FULL, E2, CONVERT),     /* vgetmantph */
	ANY(3, NP, 0x27, 0x27, RVM, ELEM, E2, CONVERT),    /* vgetmantsh */
	ANY(3, NP, 0x42, 0x42, RVM, FULL, E2, MULTIPLY),   /* vdbpsadbw */
	ANY(3, NP, 0x56, 0x56, RM, FULL, E2, CONVERT),     /* vreduceph */
	ANY(3, NP, 0x57, 0x57, RVM, ELEM, E2, CONVERT),    /* vreducesh */
	ANY(3, NP, 0x66, 0x66, KM, FULL, E2, COMPARE),     /* vfpclassph */
	ANY(3, NP, 0x67, 0x67, KM, ELEM, E2, COMPARE),     /* vfpclasssh */
	ANY(3, NP, 0x70, 0x70, RVM, FULL, E2, INTEGER),    /* vpshldw */
	ANY(3, NP, 0x72, 0x72, RVM, FULL, E2, INTEGER),    /* vpshrdw */
	ANY(3, NP, 0xc2, 0xc2, KVM, FULL, E2, COMPARE),    /* vcmpph */
	ANY(3, P66, 0x00, 0x01, RM, FULL, E8, SHUFFLE),    /* vpermq vpermpd */
	ANY(3, P66, 0x03, 0x03, RVM, FULL, EW, SHUFFLE),   /* valignd */
	ANY(3, P66, 0x04, 0x04, RM, FULL, E4, SHUFFLE),    /* vpermilps */
	ANY(3, P66, 0x05, 0x05, RM, FULL, E8, SHUFFLE),    /* vpermilpd */
	ANY(3, P66, 0x08, 0x08, RM, FULL, E4, CONVERT),    /* vrndscaleps */
	ANY(3, P66, 0x09, 0x09, RM, FULL, E8, CONVERT),    /* vrndscalepd */
	ANY(3, P66, 0x0a, 0x0a, RVM, ELEM, E4, CONVERT),   /* vrndscaless */
	ANY(3, P66, 0x0b, 0x0b, RVM, ELEM, E8, CONVERT),   /* vrndscalesd */
	ANY(3, P66, 0x0f, 0x0f, RVM, FULL, E1, SHUFFLE),   /* vpalignr */
	ANY(3, P66, 0x14, 0x14, HR, ELEM, E1, CROSS),      /* vpextrb */
	ANY(3, P66, 0x15, 0x15, HR, ELEM, E2, CROSS),      /* vpextrw */
	ANY(3, P66, 0x16, 0x16, HR, ELEM, EW, CROSS),      /* vpextrd */
	ANY(3, P66, 0x17, 0x17, HR, ELEM, E4, CROSS),      /* vextractps */
	ANY(3, P66, 0x18, 0x18, RVM, B16, EW, SHUFFLE),    /* vinsertf32x4 */
	ANY(3, P66, 0x19, 0x19, MR, B16, EW, SHUFFLE),     /* vextractf32x4 */
	ANY(3, P66, 0x1a, 0x1a, RVM, B32, EW, SHUFFLE),    /* vinsertf32x8 */
	ANY(3, P66, 0x1b, 0x1b, MR, B32, EW, SHUFFLE),     /* vextractf32x8 */
	ANY(3, P66, 0x1d, 0x1d, MR, HALF, E4, CONVERT),    /* vcvtps2ph */
	ANY(3, P66, 0x1e, 0x1f, KVM, FULL, EW, INTEGER),   /* vpcmpud vpcmpd */
	ANY(3, P66, 0x20, 0x20, RVH, ELEM, E1, CROSS),     /* vpinsrb */
	ANY(3, P66, 0x21, 0x21, RVM, ELEM, E4, SHUFFLE),   /* vinsertps */
	ANY(3, P66, 0x22, 0x22, RVH, ELEM, EW, CROSS),     /* vpinsrd */
	ANY(3, P66, 0x23, 0x23, RVM, FULL, EW, SHUFFLE),   /* vshuff32x4 */
	ANY(3, P66, 0x25, 0x25, RVMA, FULL, EW, INTEGER),  /* vpternlogd */
	ANY(3, P66, 0x26, 0x26, RM, FULL, EW, CONVERT),    /* vgetmantps */
	ANY(3, P66, 0x27, 0x27, RVM, ELEM, EW, CONVERT),   /* vgetmantss */
	ANY(3, P66, 0x38, 0x38, RVM, B16, EW, SHUFFLE),    /* vinserti32x4 */
	ANY(3, P66, 0x39, 0x39, MR, B16, EW, SHUFFLE),     /* vextracti32x4 */
	ANY(3, P66, 0x3a, 0x3a, RVM, B32, EW, SHUFFLE),    /* vinserti32x8 */
	ANY(3, P66, 0x3b, 0x3b, MR, B32, EW, SHUFFLE),     /* vextracti32x8 */
	ANY(3, P66, 0x3e, 0x3f, KVM, FULL, EBW, INTEGER),  /* vpcmpub vpcmpb */
	ANY(3, P66, 0x42, 0x42, RVM, FULL, E2, MULTIPLY),  /* vdbpsadbw */
	ANY(3, P66, 0x43, 0x43, RVM, FULL, EW, SHUFFLE),   /* vshufi32x4 */
	ANY(3, P66, 0x44, 0x44, RVM, FULL, E8, MULTIPLY),  /* vpclmulhqhqdq */
	ANY(3, P66, 0x50, 0x50, RVM, FULL, EW, COMPARE),   /* vrangeps */
	ANY(3, P66, 0x51, 0x51, RVM, ELEM, EW, COMPARE),   /* vrangess */
	ANY(3, P66, 0x54, 0x54, RVMA, FULL, EW, CONVERT),  /* vfixupimmps */
	ANY(3, P66, 0x55, 0x55, RVMA, ELEM, EW, CONVERT),  /* vfixupimmss */
	ANY(3, P66, 0x56, 0x56, RM, FULL, EW, CONVERT),    /* vreduceps */
	ANY(3, P66, 0x57, 0x57, RVM, ELEM, EW, CONVERT),   /* vreducess */
	ANY(3, P66, 0x66, 0x66, KM, FULL, EW, COMPARE),    /* vfpclassps */
	ANY(3, P66, 0x67, 0x67, KM, ELEM, EW, COMPARE),    /* vfpclassss */
	ANY(3, P66, 0x70, 0x70, RVM, FULL, E2, INTEGER),   /* vpshldw */
	ANY(3, P66, 0x71, 0x71, RVM, FULL, EW, INTEGER),   /* vpshldd */
	ANY(3, P66, 0x72, 0x72, RVM, FULL, E2, INTEGER),   /* vpshrdw */
	ANY(3, P66, 0x73, 0x73, RVM, FULL, EW, INTEGER),   /* vpshrdd */
	ANY(3, P66, 0xce, 0xcf, RVM, FULL, E8,
	    INTEGER), /* vgf2p8affineqb vgf2p8affineinvqb */
	ANY(3, PF3, 0x42, 0x42, RVM, FULL, E2, MULTIPLY), /* vdbpsadbw */
	ANY(3, PF3, 0x70, 0x70, RVM, FULL, E2, INTEGER),  /* vpshldw */
	ANY(3, PF3, 0x72, 0x72, RVM, FULL, E2, INTEGER),  /* vpshrdw */
	ANY(3, PF3, 0xc2, 0xc2, KVM, ELEM, E2, COMPARE),  /* vcmpsh */
	ANY(3, PF2, 0x42, 0x42, RVM, FULL, E2, MULTIPLY), /* vdbpsadbw */
	ANY(3, PF2, 0x70, 0x70, RVM, FULL, E2, INTEGER),  /* vpshldw */
	ANY(3, PF2, 0x72, 0x72, RVM, FULL, E2, INTEGER),  /* vpshrdw */
	ANY(5, NP, 0x1d, 0x1d, RVM, ELEM, E4, CONVERT),   /* vcvtss2sh */
	ANY(5, NP, 0x2e, 0x2f, FLAGS, ELEM, E2, COMPARE), /* vucomish vcomish */
	ANY(5, NP, 0x51, 0x51, RM, FULL, E2, SQRT),       /* vsqrtph */
	ANY(5, NP, 0x58, 0x58, RVM, FULL, E2, ADD),       /* vaddph */
	ANY(5, NP, 0x59, 0x59, RVM, FULL, E2, MUL),       /* vmulph */
	ANY(5, NP, 0x5a, 0x5a, RM, QUARTER, E8, CONVERT), /* vcvtph2pd */
	ANY(5, NP, 0x5b, 0x5b, RM, FULL, EW, CONVERT),    /* vcvtdq2ph */
	ANY(5, NP, 0x5c, 0x5c, RVM, FULL, E2, ADD),       /* vsubph */
	ANY(5, NP, 0x5d, 0x5d, RVM, FULL, E2, COMPARE),   /* vminph */
	ANY(5, NP, 0x5e, 0x5e, RVM, FULL, E2, DIV),       /* vdivph */
	ANY(5, NP, 0x5f, 0x5f, RVM, FULL, E2, COMPARE),   /* vmaxph */
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
	    CONVERT),                                 /* vcvttsh2si vcvtsh2si */
	ANY(5, PF3, 0x51, 0x51, RVM, ELEM, E2, SQRT), /* vsqrtsh */
	ANY(5, PF3, 0x58, 0x58, RVM, ELEM, E2, ADD),  /* vaddsh */
	ANY(5, PF3, 0x59, 0x59, RVM, ELEM, E2, MUL),  /* vmulsh */
	ANY(5, PF3, 0x5a, 0x5a, RVM, B2, E8, CONVERT),   /* vcvtsh2sd */
	ANY(5, PF3, 0x5b, 0x5b, RM, HALF, E4, CONVERT),  /* vcvttph2dq */
	ANY(5, PF3, 0x5c, 0x5c, RVM, ELEM, E2, ADD),     /* vsubsh */
	ANY(5, PF3, 0x5d, 0x5d, RVM, ELEM, E2, COMPARE), /* vminsh */
	ANY(5, PF3, 0x5e, 0x5e, RVM, ELEM, E2, DIV),     /* vdivsh */
	ANY(5, PF3, 0x5f, 0x5f, RVM, ELEM, E2, COMPARE), /* vmaxsh */
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
	ANY(6, P66, 0x2c, 0x2c, RVM, FULL, E2, CONVERT),   /* vscalefph */
	ANY(6, P66, 0x2d, 0x2d, RVM, ELEM, E2, CONVERT),   /* vscalefsh */
	ANY(6, P66, 0x42, 0x42, RM, FULL, E2, CONVERT),    /* vgetexpph */
	ANY(6, P66, 0x43, 0x43, RVM, ELEM, E2, CONVERT),   /* vgetexpsh */
	ANY(6, P66, 0x4c, 0x4c, RM, FULL, E2, ESTIMATE),   /* vrcpph */
	ANY(6, P66, 0x4d, 0x4d, RVM, ELEM, E2, ESTIMATE),  /* vrcpsh */
	ANY(6, P66, 0x4e, 0x4e, RM, FULL, E2, ESTIMATE),   /* vrsqrtph */
	ANY(6, P66, 0x4f, 0x4f, RVM, ELEM, E2, ESTIMATE),  /* vrsqrtsh */
	ANY(6, P66, 0x96, 0x96, RVMA, FULL, E2, FMA),      /* vfmaddsub132ph */
	ANY(6, P66, 0x98, 0x98, RVMA, FULL, E2, FMA),      /* vfmadd132ph */
	ANY(6, P66, 0x99, 0x99, RVMA, ELEM, E2, FMA),      /* vfmadd132sh */
	ANY(6, P66, 0x9a, 0x9a, RVMA, FULL, E2, FMA),      /* vfmsub132ph */
	ANY(6, P66, 0x9b, 0x9b, RVMA, ELEM, E2, FMA),      /* vfmsub132sh */
	ANY(6, P66, 0x9c, 0x9c, RVMA, FULL, E2, FMA),      /* vfnmadd132ph */
	ANY(6, P66, 0x9d, 0x9d, RVMA, ELEM, E2, FMA),      /* vfnmadd132sh */
	ANY(6, P66, 0x9e, 0x9e, RVMA, FULL, E2, FMA),      /* vfnmsub132ph */
	ANY(6, P66, 0x9f, 0x9f, RVMA, ELEM, E2, FMA),      /* vfnmsub132sh */
	ANY(6, P66, 0xa6, 0xa6, RVMA, FULL, E2, FMA),      /* vfmaddsub213ph */
	ANY(6, P66, 0xa8, 0xa8, RVMA, FULL, E2, FMA),      /* vfmadd213ph */
	ANY(6, P66, 0xa9, 0xa9, RVMA, ELEM, E2, FMA),      /* vfmadd213sh */
	ANY(6, P66, 0xaa, 0xaa, RVMA, FULL, E2, FMA),      /* vfmsub213ph */
	ANY(6, P66, 0xab, 0xab, RVMA, ELEM, E2, FMA),      /* vfmsub213sh */
	ANY(6, P66, 0xac, 0xac, RVMA, FULL, E2, FMA),      /* vfnmadd213ph */
	ANY(6, P66, 0xad, 0xad, RVMA, ELEM, E2, FMA),      /* vfnmadd213sh */
	ANY(6, P66, 0xae, 0xae, RVMA, FULL, E2, FMA),      /* vfnmsub213ph */
	ANY(6, P66, 0xaf, 0xaf, RVMA, ELEM, E2, FMA),      /* vfnmsub213sh */
	ANY(6, P66, 0xb6, 0xb6, RVMA, FULL, E2, FMA),      /* vfmaddsub231ph */
	ANY(6, P66, 0xb8, 0xb8, RVMA, FULL, E2, FMA),      /* vfmadd231ph */
	ANY(6, P66, 0xb9, 0xb9, RVMA, ELEM, E2, FMA),      /* vfmadd231sh */
	ANY(6, P66, 0xba, 0xba, RVMA, FULL, E2, FMA),      /* vfmsub231ph */
	ANY(6, P66, 0xbb, 0xbb, RVMA, ELEM, E2, FMA),      /* vfmsub231sh */
	ANY(6, P66, 0xbc, 0xbc, RVMA, FULL, E2, FMA),      /* vfnmadd231ph */
	ANY(6, P66, 0xbd, 0xbd, RVMA, ELEM, E2, FMA),      /* vfnmadd231sh */
	ANY(6, P66, 0xbe, 0xbe, RVMA, FULL, E2, FMA),      /* vfnmsub231ph */
	ANY(6, P66, 0xbf, 0xbf, RVMA, ELEM, E2, FMA),      /* vfnmsub231sh */
	ANY(6, PF3, 0x56, 0x56, RVMA, FULL, E4, FMA),      /* vfmaddcph */
	ANY(6, PF3, 0x57, 0x57, RVMA, ELEM, E4, FMA),      /* vfmaddcsh */
	ANY(6, PF3, 0xd6, 0xd6, RVM, FULL, E4, MUL),       /* vfmulcph */
	ANY(6, PF3, 0xd7, 0xd7, RVM, ELEM, E4, MUL),       /* vfmulcsh */
	ANY(6, PF2, 0x56, 0x56, RVMA, FULL, E4, FMA),      /* vfcmaddcph */
	ANY(6, PF2, 0x57, 0x57, RVMA, ELEM, E4, FMA),      /* vfcmaddcsh */
	ANY(6, PF2, 0xd6, 0xd6, RVM, FULL, E4, MUL),       /* vfcmulcph */
	ANY(6, PF2, 0xd7, 0xd7, RVM, ELEM, E4, MUL),       /* vfcmulcsh */
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
