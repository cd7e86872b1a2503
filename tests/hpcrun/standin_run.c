/* standin_run.c - hpcrun */
#include "standin.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"

struct hpcrun {
	enum release release;
	const char *folder, *events[MAX_EVENTS];
	size_t n;
	bool without[MAX_EVENTS]; /* 2018.09 goes on without it */
	char app[256], rest[64];  /* of its files' names, and the thread between
	                           */
	struct strbuf log;
};

static const char list_advice_old[] =
	"If running a dynamically-linked program with hpcrun, use 'hpcrun -L "
	"<program>' for a list of available events.\n\n"
	"If running a statically-linked program built with hpclink, set "
	"HPCRUN_EVENT_LIST=LIST in your environment and\n"
	"run your program to see a list of available events.\n\n"
	"Note: Either of the aforementioned methods will exit after listing "
	"available events. Arguments to your program\n"
	"will be ignored. Thus, an execution to list events can be run on a "
	"single core and it will execute for only a few\nseconds.\n";
static const char list_advice[] =
	"Use 'hpcrun -L <program>' for a list of available events.\n\n"
	"Note: The above command will exit after listing available events. "
	"Arguments to your program will be ignored.\n"
	"Thus, an execution to list events can be run on a single core and it "
	"will execute for only a few seconds.\n\n";

static void print_version(enum release r)
{
	static const char *const text[] = {
		[R2016] = "hpcrun: A member of HPCToolkit, version 2016.12\n",
		[R2018] = "hpcrun: A member of HPCToolkit, version 2018.09\n",
		[R2021] = "hpcrun: A member of HPCToolkit, version "
			  "2021.05.15-master\ngit branch:  unknown (not a git "
			  "repo)\nspack spec:  unknown (not a spack build)\n"
			  "install dir: /opt/hpctoolkit/2021.05\n",
		[DEVELOP] = "hpcrun: A member of HPCToolkit, version "
			    "2024.01.99-next\ngit branch:  2024.01.99-next\n"
			    "install dir: /opt/hpctoolkit/develop\n"
			    "PAPI support: yes\n- PAPI: 7.0.0.0\n"
			    "NVIDIA CUDA support: no\nAMD ROCm support: no\n"
			    "Intel Level Zero support: no\nOpenCL support: no\n"
			    "Python support: no\n",
	};

	fputs(text[r], stdout);
}

static bool listed(const char *list, const char *name, size_t n)
{
	for (const char *p = list; p && *p;) {
		size_t len = strcspn(p, ",");

		if (len == n && strncasecmp(p, name, n) == 0)
			return true;
		p += len + (p[len] == ',');
	}
	return false;
}

static const char software[] =
	"cpu-clock,task-clock,page-faults,context-switches,cpu-migrations,"
	"alignment-faults,emulation-faults,minor-faults,major-faults,faults,cs";
static const char generic[] = "cycles,instructions,branches,branch-misses,"
			      "cpu-cycles,cache-misses";

/* The event's name in its short form: libpfm has both
 * "perf::PERF_COUNT_SW_PAGE_FAULTS" and "perf::PAGE-FAULTS". */
struct plain {
	char s[256];
	size_t n;
};

static struct plain plain_name(const char *event)
{
	static const char prefix[] = "PERF_COUNT_SW_";
	struct plain p = { "", 0 };
	bool is_long;

	if (strncasecmp(event, "perf::", 6) == 0)
		event += 6;
	is_long = strncasecmp(event, prefix, strlen(prefix)) == 0;
	if (is_long)
		event += strlen(prefix);
	for (; *event && *event != '@' && p.n < sizeof(p.s) - 1; event++)
		p.s[p.n++] = (char)(is_long && *event == '_' ? '-' : *event);
	return p;
}

enum fate { TAKEN, UNKNOWN, NO_PAPI, NO_CYCLES };

/* What a release makes of an event, on a machine with or without a PMU. */
static enum fate fate_of(const struct hpcrun *h, const char *event)
{
	const struct plain p = plain_name(event);
	const char *name = p.s, *refuse = getenv("STANDIN_REFUSE");
	bool pmu = getenv("STANDIN_PMU") != NULL;
	size_t n = p.n;

	if (refuse && listed(refuse, name, n))
		return strncmp(name, "PAPI_", 5) == 0 ? NO_PAPI : UNKNOWN;
	if (strncmp(name, "PAPI_", 5) == 0)
		return pmu ? TAKEN : NO_PAPI;
	if (listed("CPUTIME,REALTIME", name, n))
		return TAKEN;
	if (h->release == R2016)
		return UNKNOWN; /* no perf events yet */
	if (strchr(name, ':') && h->release == DEVELOP && !pmu)
		return UNKNOWN;
	if (listed(software, name, n))
		return TAKEN;
	if (listed(generic, name, n))
		return pmu ? TAKEN : NO_CYCLES;
	return pmu ? TAKEN : UNKNOWN;
}

static void log_begin(struct hpcrun *h)
{
	if (h->release == R2016 || h->release == R2018)
		strbuf_addf(&h->log,
		            "[%ld, N]: SYSTEM_SERVER: warning: memory usage: "
		            "93 Meg\n",
		            (long)getpid());
	else if (h->release == R2021)
		strbuf_addf(&h->log,
		            "fnbounds: /opt/hpctoolkit/2021.05/libexec/"
		            "hpctoolkit/hpcfnbounds2\n[%ld, N]: !! INTERNAL "
		            "ERROR, not possible to map dso for (null) "
		            "(0x7fe89e541000, 0x7fe89e542522)\n",
		            (long)getpid());
}

static void write_log(struct hpcrun *h)
{
	struct strbuf name = STRBUF_INIT;

	strbuf_addf(&name, "%s-000-%s.log", h->app, h->rest);
	standin_write(h->folder, name.s, h->log.s, h->log.len);
	strbuf_release(&name);
}

/* An event is refused: the application never runs. */
static int refuse(struct hpcrun *h, const char *event, enum fate why)
{
	struct strbuf b = STRBUF_INIT;
	int n = (int)strcspn(event, "@");

	if (why == NO_CYCLES) {
		strbuf_addf(&b,
		            h->release == DEVELOP
		                    ? "Error to initialize %.*s: No such file "
		                      "or directory\n"
		                    : "Failed to initialize the %.*s event.: "
		                      "No such file or directory\n",
		            n, event);
		strbuf_addf(&h->log,
		            "[%ld, N]: Linux perf event open failed id: 0, fd: "
		            "-1, skid: 0, config: 0, type: 0, sample_freq: "
		            "1000000, freq: 0, error: No such file or "
		            "directory\n",
		            (long)getpid());
	} else if (why == NO_PAPI) {
		strbuf_addf(&b,
		            "HPCToolkit fatal error: PAPI event %.*s is not "
		            "supported on this platform.\n%s",
		            n, event,
		            h->release == DEVELOP ? list_advice
		                                  : list_advice_old);
	} else {
		strbuf_addf(&b,
		            "WARNING: a line before it.\n"
		            "HPCToolkit fatal error: event %s is unknown or "
		            "unsupported.\n%s",
		            event,
		            h->release == DEVELOP ? list_advice
		                                  : list_advice_old);
	}
	fputs(b.s, stderr);
	if (h->release == DEVELOP && why != UNKNOWN)
		strbuf_adds(&h->log, b.s);
	else if (h->release == DEVELOP)
		strbuf_clear(&h->log);
	write_log(h);
	strbuf_release(&b);
	return 1;
}

static int check_events(struct hpcrun *h)
{
	unsigned timers = 0;

	for (size_t i = 0; i < h->n; i++) {
		enum fate fate = fate_of(h, h->events[i]);

		timers += strncmp(h->events[i], "CPUTIME", 7) == 0 ||
		          strncmp(h->events[i], "REALTIME", 8) == 0;
		if (fate == NO_CYCLES && h->release == R2018) {
			/* says so, and goes on without it */
			fprintf(stderr,
			        "Failed to initialize the %.*s event.\n",
			        (int)strcspn(h->events[i], "@"), h->events[i]);
			strbuf_addf(
				&h->log,
				"[%ld, N]: Linux perf event open failed "
				"id: 0, fd: -1, skid: 0, config: 0, type: 0, "
				"sample_freq: 1000000, freq: 0, error: No "
				"such file or directory\n",
				(long)getpid());
			h->without[i] = true;
			continue;
		}
		if (fate != TAKEN)
			return refuse(h, h->events[i], fate);
	}
	if (timers > 1) {
		fputs("HPCToolkit fatal error: only one timer event\n", stderr);
		return 1;
	}
	return 0;
}

static double count_of(const char *event, double cpu_s,
                       const struct rusage *use)
{
	const struct plain p = plain_name(event);
	size_t n = p.n;
	bool pretend = getenv("STANDIN_CPU_S") != NULL;

	event = p.s;
	if (listed("cpu-clock,task-clock", event, n))
		return cpu_s * 1e9;
	if (listed("CPUTIME,REALTIME", event, n))
		return cpu_s * 1e6;
	if (listed("page-faults,faults,minor-faults", event, n))
		return pretend ? 700 : (double)use->ru_minflt;
	if (listed("context-switches,cs", event, n))
		return pretend ? 30 : (double)use->ru_nivcsw;
	if (listed(software, event, n))
		return 0;
	if (strcasestr(event, "cyc") || strstr(event, "CLK"))
		return cpu_s * 2.3e9;
	return strcasestr(event, "ins") ? cpu_s * 1.5e9 : cpu_s * 5e7;
}

/*
 * Of its own events, but for clocks, the kernel makes a sample of each and not
 * of each seventh, say, as hpcrun asks for the period with them. Old releases
 * count a whole period for every sample all the same.
 */
static bool is_each(const char *event)
{
	const struct plain p = plain_name(event);

	return listed("page-faults,faults,minor-faults,context-switches,cs",
	              p.s, p.n);
}

static const char *rank_text(void)
{
	const char *rank = getenv("OMPI_COMM_WORLD_RANK");

	rank = rank ? rank : getenv("PMI_RANK");
	return rank ? rank : getenv("SLURM_PROCID");
}

static double write_thread(struct hpcrun *h, const char *program,
                           unsigned thread, double cpu_s,
                           const struct rusage *use)
{
	struct strbuf b = STRBUF_INIT, name = STRBUF_INIT;
	double all = 0;
	char path[PATH_MAX];
	const char *rank = rank_text();

	if (!realpath(program, path))
		snprintf(path, sizeof(path), "%s", program);
	strbuf_addf(&b, "HPCRUN-profile____%s\n%u %s\n", path, thread,
	            rank ? rank : "-");
	for (size_t i = 0; i < h->n; i++) {
		const char *at = strchr(h->events[i], '@');
		double period = at ? strtod(at + 1, NULL) : 5000, samples;

		if (h->without[i] || period <= 0)
			continue;
		samples = count_of(h->events[i], cpu_s, use);
		if (!is_each(h->events[i]))
			samples /= period;
		else if (h->release == DEVELOP)
			period = 1;
		samples = (double)(long)samples;
		all += samples;
		strbuf_addf(&b, "%.*s %.0f %.0f\n",
		            (int)strcspn(h->events[i], "@"), h->events[i],
		            period, samples);
	}
	strbuf_addf(&name, "%s-%03u-%s.hpcrun", h->app, thread, h->rest);
	standin_write(h->folder, name.s, b.s, b.len);
	strbuf_release(&b);
	strbuf_release(&name);
	return all;
}

static void write_results(struct hpcrun *h, const char *program, int status,
                          const struct rusage *use)
{
	const char *pretend = getenv("STANDIN_CPU_S");
	const char *threads = getenv("STANDIN_THREADS");
	unsigned n = threads ? (unsigned)strtoul(threads, NULL, 10) : 1;
	double cpu_s = (double)use->ru_utime.tv_sec +
	               (double)use->ru_utime.tv_usec * 1e-6;
	double samples = 0;

	if (pretend)
		cpu_s = strtod(pretend, NULL);
	for (unsigned t = 0; t < n; t++)
		samples += write_thread(h, program, t, cpu_s / n, use);
	if (!WIFSIGNALED(status))
		strbuf_addf(&h->log,
		            "MEMORY: segment size: 4.0 meg, num segments: 2\n"
		            "SUMMARY: samples: %.0f (recorded: %.0f, blocked: "
		            "0, errant: 0, trolled: 0, yielded: 0),\n"
		            "         frames: 0 (trolled: 0)\n"
		            "         intervals: 0 (suspicious: 0)\n",
		            samples, samples);
	write_log(h);
}

static void set_stem(struct hpcrun *h, const char *program)
{
	const char *rank = rank_text();

	snprintf(h->app, sizeof(h->app), "%.200s-%06lu", io_basename(program),
	         rank ? strtoul(rank, NULL, 10) : 0);
	snprintf(h->rest, sizeof(h->rest), "007f0100-%ld-0", (long)getpid());
	mkdir(h->folder, 0777);
	if (h->release >= R2021) {
		struct strbuf b = STRBUF_INIT;

		io_join(&b, h->folder, "vdso");
		mkdir(b.s, 0777);
		strbuf_release(&b);
	}
}

static int missing(enum release r, const char *program)
{
	if (r == DEVELOP)
		fputs("exec failed: No such file or directory\n", stderr);
	else
		fprintf(stderr,
		        "/opt/hpctoolkit/%s/bin/hpcrun: %d: exec: %s: not "
		        "found\n",
		        r == R2021 ? "2021.05" : "2018.09",
		        r == R2021 ? 864 : 540, program);
	return 127;
}

static int run(struct hpcrun *h, char **argv)
{
	struct rusage use = { 0 };
	int status = 0;
	pid_t pid;

	if (strchr(argv[0], '/') && access(argv[0], X_OK) != 0)
		return missing(h->release, argv[0]);
	set_stem(h, argv[0]);
	log_begin(h);
	if (check_events(h) != 0)
		return 1;
	/* hpcrun becomes the program; here its signals are the child's */
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	signal(SIGINT, SIG_IGN);
	while (wait4(pid, &status, 0, &use) < 0 && errno == EINTR)
		;
	write_results(h, argv[0], status, &use);
	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	return 1;
}

int standin_hpcrun(int argc, char **argv)
{
	struct hpcrun h = { .release = standin_release(),
		            .folder = "hpctoolkit-measurements" };
	int i;

	strbuf_init(&h.log);
	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		bool more = i + 1 < argc;

		if (strcmp(argv[i], "-V") == 0) {
			print_version(h.release);
			return 0;
		}
		if (strcmp(argv[i], "-e") == 0 && more && h.n < MAX_EVENTS) {
			h.events[h.n++] = argv[++i];
		} else if (strcmp(argv[i], "-o") == 0 && more) {
			h.folder = argv[++i];
		} else if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		} else {
			fprintf(stderr,
			        "hpcrun: unknown or invalid option: %s\n",
			        argv[i]);
			return 1;
		}
	}
	if (i == argc) {
		fputs("hpcrun: no command to profile\n", stderr);
		return 1;
	}
	return run(&h, argv + i);
}
