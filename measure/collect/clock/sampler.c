#include "sampler.h"

#include "base/banned.h"
#include "base/err.h"

const struct sampler_ops *sampler_choose(char *why_not, size_t size,
                                         struct err *err)
{
	struct err first = { 0 };

	why_not[0] = '\0';
	if (sampler_perf.usable(&first) == 0)
		return &sampler_perf;
	snprintf(why_not, size, "%s", first.msg);
	if (sampler_timer.usable(err) == 0)
		return &sampler_timer;
	err_prefix(err, "%s", first.msg);
	err->code = ERR_UNSUPPORTED;
	return NULL;
}
