/*
 * behind.h - perfexpert-run started by a launcher whose processes are out of
 * reach, as it arranges
 *
 *   srun -n 4 perfexpert-run --rank-of FOLDER -- ./app
 *   srun -n 4 perfexpert-run --rank-of FOLDER --rank-tool N -- TOOL.. ./app
 *
 * The first samples its rank (collect/clock/rank_runs.h); the second becomes
 * the tool, N words, with its rank in a variable. With --ranks, the ranks that
 * are not measured become the program.
 */
#ifndef PERFEXPERT_MEASURE_RUN_BEHIND_H
#define PERFEXPERT_MEASURE_RUN_BEHIND_H

#define BEHIND_FOLDER "rank-of"
#define BEHIND_TOOL "rank-tool"
#define BEHIND_RANK "PERFEXPERT_RANK" /* the variable */

struct session;

/*
 * behind_command - the session's launcher, us, the tool's words and the
 * programs; tool: NULL at its end, or NULL: each rank samples itself
 *
 * *own: our words, to be freed with behind_free when the command is, which is
 * a vector to be freed only. NULL where we don't know our own path.
 */
char **behind_command(const struct session *s, char *const *tool, char ***own);
void behind_free(char **own);

#endif
