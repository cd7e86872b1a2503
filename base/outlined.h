/*
 * outlined.h - functions that compilers make of parts of others
 *
 * The body of a parallel region, a parallel loop or a task becomes a separate
 * function under a name that only the compiler knows:
 *
 *     GCC                    main._omp_fn.0
 *     Clang                  .omp_outlined..2, main.omp_outlined,
 *                            .omp_task_entry.
 *     Intel (classic)        L_main_12__par_region0_2_0
 *     NVIDIA                 __nv_main_F1L12_2
 *     Fujitsu                main._OMP_1, main._PRL_1_, main._TSK_1
 *     IBM XL                 main@OL@1
 *     Cray                   main__cray$mt$p0001
 */
#ifndef PERFEXPERT_BASE_OUTLINED_H
#define PERFEXPERT_BASE_OUTLINED_H

#include <stdbool.h>

struct strbuf;

/*
 * outlined_of - is that linker's name one of them?
 *
 * parent gets the name of the function that it was made of, "" where the name
 * does not have it. *task: it is the body of a task.
 */
bool outlined_of(const char *raw, struct strbuf *parent, bool *task);

/* outlined_name - append what people call it: "main (parallel region)" */
void outlined_name(struct strbuf *b, const char *parent, bool task);

/* outlined_is_name - was the name made by outlined_name? */
bool outlined_is_name(const char *name);

#endif
