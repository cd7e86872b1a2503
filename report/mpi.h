/*
 * mpi.h - calls of MPI by place and rank, as text and JSON
 *
 * Chosen with --mpi, and with --mpi --json.
 */
#ifndef PERFEXPERT_REPORT_MPI_H
#define PERFEXPERT_REPORT_MPI_H

struct mpi_place;
struct mpi_view;
struct strbuf;

extern const struct report report_mpi, report_mpi_data;

/* mpi_place_title - "MPI_Send at a.c:12 in exchange", not escaped */
void mpi_place_title(struct strbuf *b, const struct mpi_place *p);

/* How millionths of a second are written: to terminals, and in pages */
#define MPI_US "us"
#define MPI_US_PAGE "\xc2\xb5s"

/* mpi_time - "1.93 s", "12.5 ms" or "0.67 us", the last as asked */
void mpi_time(struct strbuf *b, double time_s, const char *us);

/* mpi_place_waits - "waits 1.93 s (94 %) for late senders, most for rank 3
 * (970 ms)", not escaped; nothing where it does not wait */
void mpi_place_waits(struct strbuf *b, const struct mpi_place *p,
                     const char *us);

/* mpi_place_lengths - "36.4 kB a call: 1616 below 64 KB, 808 below 1 MB";
 * messages of the place are above 0 */
void mpi_place_lengths(struct strbuf *b, const struct mpi_place *p);

/* mpi_bytes - "12.3 MB" (10^6) */
void mpi_bytes(struct strbuf *b, double bytes);

/* mpi_own - what measuring took: own_s of the view is above 0 */
void mpi_own(struct strbuf *b, const struct mpi_view *v, const char *us);

#endif
