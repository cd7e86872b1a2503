#include "sample_waits.h"

#include <stddef.h>

#include "base/banned.h"
#include "wait_calls.h"

#define ENTRY(name, kind) [WAIT_CALL_##name] = { #name, WAIT_##kind },
#define ENTRY_CXX(name, symbol, words, kind)                                   \
	[WAIT_CALL_##name] = { words, WAIT_##kind },
#define ENTRY_MPI(name, fortran, kind)                                         \
	[WAIT_CALL_##name] = { #name, WAIT_##kind },

static const struct {
	const char *name;
	enum wait_kind kind;
} calls[WAIT_NCALLS] = {
	[WAIT_CALL_NONE] = { "", WAIT_NONE },
	[WAIT_CALL_REGION_START] = { "start of the parallel region",
	                             WAIT_BARRIER },
	[WAIT_CALL_REGION_END] = { "end of the parallel region", WAIT_BARRIER },
	[WAIT_CALL_NO_REGION] = { "outside of parallel regions", WAIT_IDLE },
	WAIT_CALLS_SYSTEM(ENTRY) WAIT_CALLS_OURS(ENTRY)
		WAIT_CALLS_CXX(ENTRY_CXX) WAIT_CALLS_OPENMP(ENTRY)
			WAIT_CALLS_LLVM(ENTRY) WAIT_CALLS_REGION(ENTRY)
				WAIT_CALLS_MPI(ENTRY_MPI)
};

const char *sample_wait_name(unsigned call)
{
	return call < WAIT_NCALLS && calls[call].name ? calls[call].name : "";
}

enum wait_kind sample_wait_kind(unsigned call)
{
	return call < WAIT_NCALLS ? calls[call].kind : WAIT_NONE;
}

bool sample_is_waiting(unsigned call)
{
	const enum wait_kind kind = sample_wait_kind(call);

	return kind != WAIT_NONE && kind != WAIT_IO;
}
