/*
 * transfer.h - the account of a section on the machine it is assessed for
 *
 * A measurement's account is that of the machine that was simulated. For
 * another one it is a first-order estimate: the work stays the same, and each
 * part of the account is scaled by the parameter of the two machines that
 * determines it; the sum is at least the other machine's floor. Misses are
 * those of the simulated caches, so `perfexpert-run --machine` is more
 * accurate. That cycles are a steady rate and the sum of what misses cost
 * beside it is interval analysis: Eyerman, Eeckhout, Karkhanis, Smith, A
 * mechanistic performance model for superscalar out-of-order processors (ACM
 * TOCS 27:2, 2009).
 */
#ifndef PERFEXPERT_DIAGNOSE_TRANSFER_H
#define PERFEXPERT_DIAGNOSE_TRANSFER_H

#include <stdbool.h>

struct account;
struct assess_input;
struct floor;
struct machine;
struct profile_section;
struct strbuf;

/*
 * account_transfer - makes an account of one machine that of another; both with
 * the clock of their figures. There must be an account.
 */
void account_transfer(struct account *account, const struct profile_section *s,
                      const struct machine *from, const struct machine *to);

/* account_modelled - is overall what a model says, as it was not measured? */
bool account_modelled(const struct assess_input *in);

/* account_assess - account_make() for the machine of the assessment */
void account_assess(struct account *account, const struct assess_input *in,
                    const struct profile_section *s);

/* floor_words - floor_sentence() of a section, for that machine */
void floor_words(struct strbuf *b, const struct assess_input *in,
                 const struct profile_section *s);

/* floor_assess - floor_make() for that machine */
void floor_assess(struct floor *floor, const struct assess_input *in,
                  const struct profile_section *s);

#endif
