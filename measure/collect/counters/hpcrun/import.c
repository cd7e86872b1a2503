#include "import.h"

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "measure/attribute/canonical.h"
#include "measure/run/describe.h"
#include "native_metrics.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"
#include "measure/run/session.h"

/* Without time of the program no section could be ranked. */
static bool has_time(const struct profile *p)
{
	return profile_value(p, p->root, "TOT_CYC") > 0 ||
	       profile_value(p, p->root, "CPU_TIME") > 0;
}

struct profile *import_databases(const struct session *s,
                                 const char *const *paths, struct err *err)
{
	struct metrics metrics = { .machine = s->machine };
	const struct hpctoolkit_options options = {
		.translate = s->machine ? metrics_translate : NULL,
		.ctx = &metrics,
	};
	struct profile *p;
	size_t n = 0;

	while (paths[n])
		n++;
	p = profile_merge_hpctoolkit(paths, n, &options, err);
	if (p && s->machine) {
		canonical_events(p, s->machine);
		p->machine = describe_machine(p, s);
	}
	if (p && !has_time(p)) {
		err_set(err, ERR_FORMAT,
		        "%s: the program's time was not measured, neither as "
		        "cycles nor by a clock%s",
		        paths[0],
		        s->machine ? ""
		                   : "; --machine gives the meaning of native "
		                     "events");
		profile_free(p);
		p = NULL;
	}
	return p;
}
