/*
 * build.h - from records to the measurement's table of MPI
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_BUILD_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_BUILD_H

struct profile;
struct records;

/* build_mpi - sets p->mpi anew; records are matched; nothing when there are
 * none */
void build_mpi(struct profile *p, const struct records *r);

#endif
