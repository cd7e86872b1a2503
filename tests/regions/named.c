/* The regions of body.h by the interface that -D chooses. */
#if defined(OWN)
#include <perfexpert/region.h>
#define BEGIN(name, number) perfexpert_region_begin(name, number)
#define END(name, number) perfexpert_region_end(name, number)
#elif defined(FAPP)
#include <fj_tool/fapp.h>
#define BEGIN(name, number) fapp_start(name, number, 1)
#define END(name, number) fapp_stop(name, number, 1)
#elif defined(COLLECTION)
#include <fjcoll.h>
#define BEGIN(name, number) start_collection(name)
#define END(name, number) stop_collection(name)
#elif defined(HPM)
#include <libhpm.h>
#define BEGIN(name, number) hpmStart(number, name)
#define END(name, number) hpmStop(number)
#elif defined(HPMT)
#include <libhpm.h>
#define BEGIN(name, number) hpmTstart(number, name)
#define END(name, number) hpmTstop(number)
#elif defined(LIKWID)
#define LIKWID_PERFMON
#include <likwid-marker.h>
#define BEGIN(name, number) LIKWID_MARKER_START(name)
#define END(name, number) LIKWID_MARKER_STOP(name)
#endif

#include "body.h"

int main(int argc, char **argv)
{
#if defined(HPM) || defined(HPMT)
	int status;

	hpmInit(0, "named");
	status = body(argc, argv);
	hpmTerminate(0);
	return status;
#elif defined(LIKWID)
	LIKWID_MARKER_INIT;
	LIKWID_MARKER_REGISTER("outer");
	int status = body(argc, argv);
	LIKWID_MARKER_CLOSE;
	return status;
#else
	return body(argc, argv);
#endif
}
