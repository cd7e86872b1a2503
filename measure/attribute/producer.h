/*
 * producer.h - which compiler a DW_AT_producer text means
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_PRODUCER_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_PRODUCER_H

#include <stddef.h>

/*
 * producer_name - "gcc", "clang", "intel", "fujitsu_trad", "fujitsu_clang",
 *                 "nvidia", "cray", "ibm", or NULL for any other
 *
 * version: its first number with a dot ("12.2.0"), "" when there is none
 */
const char *producer_name(const char *producer, char *version, size_t size);

#endif
