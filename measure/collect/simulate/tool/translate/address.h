/*
 * perfexpert-sim: which addresses of a translation are the same value
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_ADDRESS_H
#define PERFEXPERT_SIM_ADDRESS_H

#include "measure/collect/simulate/tool/core/sim.h"

/*
 * def: the definition of each temporary assigned so far, or NULL
 *
 * address_split - x is the returned value plus the constant *offset
 * address_same - do two expressions have the same value? Follows depth
 * definitions; False for loads and guest registers, which may have changed.
 */
const IRExpr *address_split(const IRExpr *const *def, const IRExpr *x,
                            Long *offset);
Bool address_same(const IRExpr *const *def, const IRExpr *a, const IRExpr *b,
                  UInt depth);

#endif
