/*
 * perfexpert/region.h - names parts of a program for perfexpert
 *
 *	#include <perfexpert/region.h>
 *	...
 *	perfexpert_region_begin("solve", 0);
 *	...
 *	perfexpert_region_end("solve", 0);
 *
 * A region is known by its name (up to 127 bytes) and number together. Regions
 * may nest, overlap and contain themselves; each thread has its own. When
 * nobody measures, a pair takes a nanosecond or two; without the library
 * (pkg-config --cflags --libs perfexpert-region) the calls do nothing, until
 * perfexpert-run adds it.
 *
 * In C++ a scope is a region:
 *
 *	perfexpert::region r("solve");
 */
#ifndef PERFEXPERT_REGION_H
#define PERFEXPERT_REGION_H

/* pkg-config --cflags perfexpert-region says that the library will be there */
#ifdef PERFEXPERT_REGION
#define PERFEXPERT_REGION_WEAK
#define PERFEXPERT_REGION_WANTED __builtin_expect(perfexpert_region_measured, 0)
#else
#define PERFEXPERT_REGION_WEAK __attribute__((weak))
#define PERFEXPERT_REGION_WANTED                                               \
	__builtin_expect(                                                      \
		&perfexpert_region_measured &&perfexpert_region_measured, 0)
#endif
/* through no table that would be filled at the first call, in the region */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PERFEXPERT_REGION_CALL PERFEXPERT_REGION_WEAK __attribute__((noplt))
#else
#define PERFEXPERT_REGION_CALL PERFEXPERT_REGION_WEAK
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* set by the library when somebody wants to know */
extern int perfexpert_region_measured PERFEXPERT_REGION_WEAK;

void perfexpert_region_begin(const char *name,
                             int number) PERFEXPERT_REGION_CALL;
void perfexpert_region_end(const char *name, int number) PERFEXPERT_REGION_CALL;

/* macros, so that a call's place is where it is written */
#define perfexpert_region_begin(name, number)                                  \
	(PERFEXPERT_REGION_WANTED ? (perfexpert_region_begin)(name, number)    \
	                          : (void)0)
#define perfexpert_region_end(name, number)                                    \
	(PERFEXPERT_REGION_WANTED ? (perfexpert_region_end)(name, number)      \
	                          : (void)0)

#ifdef __cplusplus
}

namespace perfexpert
{

class region
{
      public:
	explicit region(const char *name, int number = 0)
	    : name_(name), number_(number)
	{
		perfexpert_region_begin(name_, number_);
	}
	~region()
	{
		perfexpert_region_end(name_, number_);
	}
	region(const region &) = delete;
	region &operator=(const region &) = delete;

      private:
	const char *name_;
	int number_;
};

} /* namespace perfexpert */
#endif

#endif
