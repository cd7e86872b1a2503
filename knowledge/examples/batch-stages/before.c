/* Each item goes through all stages before the next item. */
#include <stdio.h>
#include <stdlib.h>

#define R4(m, k) m(k) m(k + 1) m(k + 2) m(k + 3)
#define R16(m, k) R4(m, k) R4(m, k + 4) R4(m, k + 8) R4(m, k + 12)
#define R64(m, k) R16(m, k) R16(m, k + 16) R16(m, k + 32) R16(m, k + 48)

enum { N = 64, STAGES = 48, TIMES = 20 };

static unsigned x[N][16];

#define STATEMENT(k) v[k] = v[k] * 5 + (v[((k) + 3) & 15] >> 3) + by;
/* a stage of a long calculation */
#define STAGE(s)                                                               \
	__attribute__((noipa)) static void work_stage_##s(unsigned *v,         \
	                                                  unsigned by)         \
	{                                                                      \
		R16(STATEMENT, 0) R16(STATEMENT, 0) R16(STATEMENT, 0)          \
	}
STAGE(aa)
STAGE(ab) STAGE(ac) STAGE(ad) STAGE(ae) STAGE(af) STAGE(ba) STAGE(bb) STAGE(
	bc) STAGE(bd) STAGE(be) STAGE(bf) STAGE(ca) STAGE(cb) STAGE(cc)
	STAGE(cd) STAGE(ce) STAGE(cf) STAGE(da) STAGE(db) STAGE(dc) STAGE(
		dd) STAGE(de) STAGE(df) STAGE(ea) STAGE(eb) STAGE(ec) STAGE(ed)
		STAGE(ee) STAGE(ef) STAGE(fa) STAGE(fb) STAGE(fc) STAGE(fd)
			STAGE(fe) STAGE(ff) STAGE(ga) STAGE(gb) STAGE(gc) STAGE(
				gd) STAGE(ge) STAGE(gf) STAGE(ha) STAGE(hb)
				STAGE(hc) STAGE(hd) STAGE(he) STAGE(hf)

					static void (*const stages[STAGES])(
						unsigned *, unsigned) = {
						work_stage_aa, work_stage_ab,
						work_stage_ac, work_stage_ad,
						work_stage_ae, work_stage_af,
						work_stage_ba, work_stage_bb,
						work_stage_bc, work_stage_bd,
						work_stage_be, work_stage_bf,
						work_stage_ca, work_stage_cb,
						work_stage_cc, work_stage_cd,
						work_stage_ce, work_stage_cf,
						work_stage_da, work_stage_db,
						work_stage_dc, work_stage_dd,
						work_stage_de, work_stage_df,
						work_stage_ea, work_stage_eb,
						work_stage_ec, work_stage_ed,
						work_stage_ee, work_stage_ef,
						work_stage_fa, work_stage_fb,
						work_stage_fc, work_stage_fd,
						work_stage_fe, work_stage_ff,
						work_stage_ga, work_stage_gb,
						work_stage_gc, work_stage_gd,
						work_stage_ge, work_stage_gf,
						work_stage_ha, work_stage_hb,
						work_stage_hc, work_stage_hd,
						work_stage_he, work_stage_hf,
					};

__attribute__((noipa))
/* show: begin */
static void
work(unsigned (*item)[16], unsigned by)
{
	for (int i = 0; i < N; i++)
		for (int s = 0; s < STAGES; s++)
			stages[s](item[i], by);
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (long r = 0; r < repeats * TIMES; r++) {
		work(x, (unsigned)r);
		sum += x[r % N][3] % 1000;
	}
	printf("checksum %.10g\n", sum);
	return 0;
}
