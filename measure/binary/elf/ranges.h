/*
 * ranges.h - look up an address among things sorted by where they begin
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_RANGES_H
#define PERFEXPERT_MEASURE_BINARY_ELF_RANGES_H

#include <stddef.h>
#include <stdint.h>

/*
 * ranges_upto - how many of the n begin at or before vaddr
 *
 * v: structs of size bytes in ascending order of their first member, a uint64_t
 */
size_t ranges_upto(const void *v, size_t n, size_t size, uint64_t vaddr);

#endif
