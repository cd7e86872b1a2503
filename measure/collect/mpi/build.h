/*
 * build.h - from records to the measurement's table of MPI
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_BUILD_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_BUILD_H

struct profile;
struct records;

/* build_mpi - match the records and set p->mpi; nothing if there are no
 * records */
void build_mpi(struct profile *p, const struct records *r);

#endif
