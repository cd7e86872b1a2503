/*
 * likwid-marker.h - regions of perfexpert, called as LIKWID's markers are
 *
 * As there, the markers are nothing unless LIKWID_PERFMON is defined.
 */
#ifndef PERFEXPERT_LIKWID_MARKER_H
#define PERFEXPERT_LIKWID_MARKER_H

#ifdef LIKWID_PERFMON

#ifdef __cplusplus
extern "C" {
#endif

void likwid_markerInit(void);
void likwid_markerThreadInit(void);
void likwid_markerNextGroup(void);
void likwid_markerClose(void);
int likwid_markerWriteFile(const char *file);
int likwid_markerRegisterRegion(const char *tag);
int likwid_markerResetRegion(const char *tag);
int likwid_markerStartRegion(const char *tag);
int likwid_markerStopRegion(const char *tag);
/* sets the numbers to 0: what was counted is in perfexpert's report */
void likwid_markerGetRegion(const char *tag, int *nevents, double *events,
                            double *time, int *count);

#ifdef __cplusplus
}
#endif

#define LIKWID_MARKER_INIT likwid_markerInit()
#define LIKWID_MARKER_THREADINIT likwid_markerThreadInit()
#define LIKWID_MARKER_SWITCH likwid_markerNextGroup()
#define LIKWID_MARKER_REGISTER(tag) likwid_markerRegisterRegion(tag)
#define LIKWID_MARKER_START(tag) likwid_markerStartRegion(tag)
#define LIKWID_MARKER_STOP(tag) likwid_markerStopRegion(tag)
#define LIKWID_MARKER_RESET(tag) likwid_markerResetRegion(tag)
#define LIKWID_MARKER_CLOSE likwid_markerClose()
#define LIKWID_MARKER_WRITE_FILE(file) likwid_markerWriteFile(file)
#define LIKWID_MARKER_GET(tag, nevents, events, time, count)                   \
	likwid_markerGetRegion(tag, nevents, events, time, count)

#else

#define LIKWID_MARKER_INIT
#define LIKWID_MARKER_THREADINIT
#define LIKWID_MARKER_SWITCH
#define LIKWID_MARKER_REGISTER(tag)
#define LIKWID_MARKER_START(tag)
#define LIKWID_MARKER_STOP(tag)
#define LIKWID_MARKER_RESET(tag)
#define LIKWID_MARKER_CLOSE
#define LIKWID_MARKER_WRITE_FILE(file)
#define LIKWID_MARKER_GET(tag, nevents, events, time, count)

#endif

#endif
