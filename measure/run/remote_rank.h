/*
 * remote_rank.h - perfexpert-run started by a launcher whose processes are out
 * of reach, as it arranges
 *
 *   srun -n 4 perfexpert-run --rank-of FOLDER -- ./app
 *   srun -n 4 perfexpert-run --rank-of FOLDER --rank-tool N -- TOOL.. ./app
 *
 * The first samples its rank (collect/clock/rank_runs.h); the second becomes
 * the tool, N words, with its rank in a variable. With --ranks, the ranks that
 * are not measured become the program.
 */
#ifndef PERFEXPERT_MEASURE_RUN_REMOTE_RANK_H
#define PERFEXPERT_MEASURE_RUN_REMOTE_RANK_H

#define REMOTE_RANK_FOLDER "rank-of"
#define REMOTE_RANK_TOOL "rank-tool"
#define REMOTE_RANK_VARIABLE "PERFEXPERT_RANK" /* the variable */

struct session;

/*
 * remote_rank_command - the session's launcher, us, the tool's words and the
 * programs; tool: NULL at its end, or NULL: each rank samples itself
 *
 * *own: our words, to be freed with remote_rank_free when the command is, which
 * is a vector to be freed only. NULL where we don't know our own path.
 */
char **remote_rank_command(const struct session *s, char *const *tool,
                           char ***own);
void remote_rank_free(char **own);

#endif
