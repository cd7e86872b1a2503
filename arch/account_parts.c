/* The causes of cycles, separate and joined. */
#include "account_parts.h"

#include <string.h>

#include "base/banned.h"

_Static_assert(ACCOUNT_PARTS < 31, "account_part.holds has a bit for each");

/* clang-format off */
enum {
#define CAUSE(name, ...) IN_##name = 1 << ACCOUNT_##name,
#include "causes.def"
	IN_MEMORY = IN_MEMORY_LATENCY | IN_MEMORY_BANDWIDTH,
	IN_CHAINS = IN_CHAIN_FP | IN_CHAIN_INTEGER | IN_CHAIN_ADDRESS,
	IN_DATA = IN_L1 | IN_L2 | IN_L3 | IN_MEMORY | IN_DATA_TLB
};

const struct account_part account_parts[ACCOUNT_ALL] = {
#define CAUSE(name, id, letter, key, phrase, label)                            \
	[ACCOUNT_##name] = { id, "MODEL_" #name, letter, phrase, label,        \
			     IN_##name },
#define JOINED(name, id, letter, phrase, label, holds)                         \
	[ACCOUNT_##name] = { id, NULL, letter, phrase, label, holds },
#include "causes.def"
};

const size_t account_order[ACCOUNT_ALL] = {
#define CAUSE(name, ...) ACCOUNT_##name,
#define JOINED(name, ...) ACCOUNT_##name,
#include "causes.def"
};
/* clang-format on */

size_t account_find(const char *id)
{
	size_t i = 0;

	while (i < ACCOUNT_ALL && strcmp(account_parts[i].id, id) != 0)
		i++;
	return i;
}
