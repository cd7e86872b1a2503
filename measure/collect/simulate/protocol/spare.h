/*
 * spare.h - the file for counts that can go to no other
 *
 * Its first SPARE_ROOM bytes are there from the start, for processes that may
 * not make files longer (RLIMIT_FSIZE): a number of bytes (64 bits), and from
 * SPARE_PAGE on so many, outputs with zeros up to the next page. What others
 * append follows.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SPARE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SPARE_H

enum { SPARE_PAGE = 65536, SPARE_ROOM = 256 << 20 };

#endif
