#include "import.h"

#include "arch/machine.h"
#include "base/banned.h"
#include "canonical.h"
#include "describe.h"
#include "metrics.h"
#include "profile/hpctoolkit/hpctoolkit.h"
#include "profile/profile.h"
#include "session.h"

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
	return p;
}
