/*
 * native_environment.h - libraries choose the same variants of functions in
 * native runs and under Valgrind
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_ENVIRONMENT_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_ENVIRONMENT_H

#include <stdbool.h>

/*
 * native_environment - the environment of every run, natively and simulated
 *
 * The C library and others choose among variants of a function by the CPU's
 * features, of which Valgrind has fewer (no AVX-512), or by its name, which is
 * an Intel Haswell's there: these variables make both kinds of runs choose the
 * same. Variables that the user set stay. Release with environment_free.
 *
 * changed: native runs choose otherwise than without this
 */
char **native_environment(char *const *envp, bool *changed);

/* native_like_simulated - the same for a processor with AVX-512 */
char **native_like_simulated(char *const *envp);

/* native_openblas_core - the kernels that OpenBLAS chooses by CPUID's vendor
 * and family, where it has AVX2 and no AVX-512; NULL: those that it chooses
 * under Valgrind, too */
const char *native_openblas_core(const char *vendor, unsigned family);

#endif
