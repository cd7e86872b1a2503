/*
 * account.h - where cycles went, from a machine's counters
 *
 * A machine file's `account` is a tree: all cycles at its root, dealt out to
 * parts, and a part to finer ones where there are events for them. A part's
 * formula gives cycles, `whole` being those that are split; the last one of a
 * split is what the others leave.
 *
 * Invariants: the parts of a split may hold, together, just what the part does
 * that they split (all causes, at the root). Whatever the counts are, the parts
 * add up to the total exactly: a part below zero is 0, one above the rest of
 * its whole is cut to that rest, and the excess is reported. Cycles are whole
 * numbers, except in the part that takes the fraction of the total.
 *
 * Missing: a split one of whose events was not counted is not made, and its
 *          part stays joined; without the first split there is no account.
 */
#ifndef PERFEXPERT_ARCH_ACCOUNT_H
#define PERFEXPERT_ARCH_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "account_parts.h"
#include "events.h"

struct machine;

struct account_counts {
	double cycles[ACCOUNT_ALL]; /* NAN: unknown, or split into parts */
	/* what a formula gave beyond that: below 0 it was less than nothing,
	 * above it was more than its whole has left */
	double cut[ACCOUNT_ALL];
};

/* machine_has_account - does its file define an account? */
bool machine_has_account(const struct machine *m);

/* machine_account_source, machine_account_note - of it; the note may be NULL */
const char *machine_account_source(const struct machine *m);
const char *machine_account_note(const struct machine *m);

/*
 * machine_account - deal out `total` cycles of a section by its counts
 *
 * Returns NULL, or the name of an event without which there is no account.
 * The machine must have one.
 */
const char *machine_account(const struct machine *m, event_value event,
                            const void *ctx, double total,
                            struct account_counts *counts);

/*
 * machine_account_events - names of the events that the i-th split needs
 *
 * The most important splits come first: the first is the least that the account
 * needs, and a split comes after that of its whole. 0: there is no such split.
 */
size_t machine_account_events(const struct machine *m, size_t i,
                              const char *const **names);

/* machine_account_whole - the split that has the part which the i-th one
 * splits; for the first, the first itself */
size_t machine_account_whole(const struct machine *m, size_t i);

#endif
