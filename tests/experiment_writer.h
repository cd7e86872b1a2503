/*
 * experiment_writer.h - the same databases as v4_writer.h, as experiment.xml
 *
 * A line becomes a statement (S) for its own counts and a call site (C) for
 * what it calls, as hpcprof has them.
 */
#ifndef PERFEXPERT_TESTS_EXPERIMENT_WRITER_H
#define PERFEXPERT_TESTS_EXPERIMENT_WRITER_H

#include "base/escape.h"
#include "tests/v4_writer.h"

struct experiment_style {
	const char *version;
	bool sums;       /* summed over threads, else each thread's own */
	bool addresses;  /* of loops */
	unsigned group;  /* counter set in front of metrics' names; 0: none */
	unsigned period; /* 0: sums do not tell the number of samples */
};

struct experiment_writer {
	struct strbuf *b;
	const struct v4_database *d;
	const struct experiment_style *style;
	double **inclusive; /* [nthreads][nnodes + 2][nmetrics] */
	unsigned next;
	unsigned *numbers; /* [nnodes] of the statements */
};

enum { XML_MODULES = 2, XML_FILES = 100, XML_PROCEDURES = 1000 };

static inline void experiment_metric(struct experiment_writer *w, size_t m,
                                     size_t t)
{
	const struct v4_thread *thread = &w->d->threads[t];
	double total = 0;
	struct strbuf *b = w->b;
	char group[16] = "";

	if (w->style->group)
		snprintf(group, sizeof(group), "%u.", w->style->group);
	for (size_t i = 0; w->style->period && i < w->d->nthreads; i++)
		total += w->inclusive[i][m] / w->style->period;
	for (size_t i = 0; w->style->sums && i < 2; i++)
		strbuf_addf(b,
		            "<Metric i=\"%zu\" n=\"%s%s:Sum (%c)\" es=\"%.0f\" "
		            "v=\"derived-incr\" t=\"%s\" partner=\"%zu\"/>\n",
		            2 * m + i, group, w->d->metrics[m], i ? 'E' : 'I',
		            i ? 0 : total, i ? "exclusive" : "inclusive",
		            2 * m + 1 - i);
	if (w->style->sums)
		return;
	strbuf_addf(b, "<Metric i=\"%zu\" n=\"%s%s.[", t * w->d->nmetrics + m,
	            group, w->d->metrics[m]);
	if (thread->rank >= 0)
		strbuf_addf(b, "%d,", thread->rank);
	strbuf_addf(b,
	            "%u]\" v=\"raw\" t=\"nil\"><Info><NV n=\"units\" "
	            "v=\"events\"/><NV n=\"period\" v=\"%u\"/></Info>"
	            "</Metric>\n",
	            thread->thread, w->style->period);
}

static inline void experiment_table(struct strbuf *b, const char *table,
                                    const char *row, size_t first,
                                    const char *const *names, size_t n,
                                    const char *prefix)
{
	strbuf_addf(b, "<%s>\n", table);
	for (size_t i = 0; i < n; i++) {
		strbuf_addf(b, "<%s i=\"%zu\" n=\"%s", row, first + i, prefix);
		escape_html(b, names[i]);
		strbuf_adds(b, "\"/>\n");
	}
	strbuf_addf(b, "</%s>\n", table);
}

static inline void experiment_head(struct experiment_writer *w)
{
	const struct v4_database *d = w->d;
	const char **names = mem_alloc(d->nfunctions + 1, sizeof(*names));
	struct strbuf *b = w->b;

	for (size_t i = 0; i < d->nfunctions; i++)
		names[i] = d->functions[i].name;
	strbuf_addf(b,
	            "<?xml version=\"1.0\"?>\n"
	            "<HPCToolkitExperiment version=\"%s\">\n"
	            "<Header n=\"%s\"><Info/></Header>\n"
	            "<SecCallPathProfile i=\"0\" n=\"x\"><SecHeader>\n"
	            "<MetricTable>\n",
	            w->style->version, d->title);
	for (size_t t = 0; t < (w->style->sums ? 1 : d->nthreads); t++) {
		for (size_t m = 0; m < d->nmetrics; m++)
			experiment_metric(w, m, t);
	}
	strbuf_adds(b, "</MetricTable>\n<MetricDBTable>\n");
	for (size_t m = 0; m < 2 * d->nmetrics; m++)
		strbuf_addf(b, "<MetricDB i=\"%zu\" db-id=\"%zu\"/>\n", m, m);
	strbuf_adds(b, "</MetricDBTable>\n");
	experiment_table(b, "LoadModuleTable", "LoadModule", XML_MODULES,
	                 d->modules, d->nmodules, "");
	experiment_table(b, "FileTable", "File", XML_FILES, d->files, d->nfiles,
	                 "");
	experiment_table(b, "ProcedureTable", "Procedure", XML_PROCEDURES,
	                 names, d->nfunctions, "");
	strbuf_adds(b, "<Info/></SecHeader>\n<SecCallPathProfileData>\n");
	free(names);
}

/* row: of the inclusive counts; own: the node's own instead */
static inline void experiment_values(struct experiment_writer *w, size_t row,
                                     bool own)
{
	size_t n = w->d->nmetrics;

	for (size_t m = 0; m < n; m++) {
		double sum = 0;

		for (size_t t = 0; t < w->d->nthreads; t++) {
			double v = own ? w->d->threads[t].own[(row - 2) * n + m]
			               : w->inclusive[t][row * n + m];

			sum += v;
			if (v != 0 && own && !w->style->sums)
				strbuf_addf(w->b, "<M n=\"%zu\" v=\"%g\"/>",
				            t * n + m, v);
		}
		if (sum != 0 && w->style->sums)
			strbuf_addf(w->b, "<M n=\"%zu\" v=\"%g\"/>", 2 * m,
			            sum);
	}
	strbuf_addc(w->b, '\n');
}

static inline void experiment_node(struct experiment_writer *w, size_t i);

static inline void experiment_children(struct experiment_writer *w, int parent)
{
	for (size_t i = 0; i < w->d->nnodes; i++) {
		if (w->d->nodes[i].parent == parent)
			experiment_node(w, i);
	}
}

static inline void experiment_scope(struct experiment_writer *w,
                                    const char *tag,
                                    const struct v4_function *f, int index)
{
	strbuf_addf(w->b, "<%s i=\"%u\" s=\"%d\" l=\"%u\" lm=\"%d\" n=\"%d\"",
	            tag, w->next++, XML_PROCEDURES + index, f->line,
	            XML_MODULES + f->module, XML_PROCEDURES + index);
	if (f->file >= 0)
		strbuf_addf(w->b, " f=\"%d\"", XML_FILES + f->file);
	strbuf_adds(w->b, strcmp(tag, "Pr") == 0 ? " a=\"1\">\n" : ">\n");
}

static inline bool experiment_has_children(const struct v4_database *d,
                                           size_t i)
{
	for (size_t j = i + 1; j < d->nnodes; j++) {
		if (d->nodes[j].parent == (int)i)
			return true;
	}
	return false;
}

static inline void experiment_line(struct experiment_writer *w, size_t i)
{
	const struct v4_node *node = &w->d->nodes[i];

	w->numbers[i] = w->next;
	strbuf_addf(w->b, "<S i=\"%u\" s=\"%zu\" l=\"%u\">\n", w->next++,
	            50000 + i, node->line);
	experiment_values(w, i + 2, true);
	strbuf_adds(w->b, "</S>\n");
	if (!experiment_has_children(w->d, i))
		return;
	strbuf_addf(w->b, "<C i=\"%u\" s=\"%zu\" l=\"%u\">\n", w->next++,
	            60000 + i, node->line);
	experiment_children(w, (int)i);
	strbuf_adds(w->b, "</C>\n");
}

static inline void experiment_node(struct experiment_writer *w, size_t i)
{
	const struct v4_node *node = &w->d->nodes[i];
	const char *tag = node->relation == V4_INLINED ? "Pr" : "PF";

	if (node->type == V4_LINE) {
		experiment_line(w, i);
		return;
	}
	if (node->type == V4_LOOP) {
		tag = "L";
		strbuf_addf(w->b, "<L i=\"%u\" s=\"%u\" l=\"%u\" f=\"%d\"",
		            w->next++, 70000 + node->offset, node->line,
		            XML_FILES + node->file);
		if (w->style->addresses)
			strbuf_addf(w->b, " v=\"0x%x\"", node->offset);
		strbuf_adds(w->b, ">\n");
	} else {
		experiment_scope(w, tag, &w->d->functions[node->function],
		                 node->function);
	}
	if (w->style->sums)
		experiment_values(w, i + 2, false);
	experiment_children(w, (int)i);
	strbuf_addf(w->b, "</%s>\n", tag);
}

/* numbers: [nnodes], set to hpcprof's numbers of the statements, or NULL */
static inline void experiment_write(struct strbuf *b,
                                    const struct v4_database *d,
                                    const struct experiment_style *style,
                                    unsigned *numbers)
{
	struct experiment_writer w = { .b = b, .d = d, .style = style };

	w.next = 2;
	w.numbers = mem_alloc(d->nnodes + 1, sizeof(*w.numbers));
	w.inclusive = mem_alloc(d->nthreads + 1, sizeof(*w.inclusive));
	for (size_t t = 0; t < d->nthreads; t++)
		w.inclusive[t] = v4_inclusive(d, d->threads[t].own);
	strbuf_clear(b);
	experiment_head(&w);
	if (style->sums)
		experiment_values(&w, 0, false);
	experiment_children(&w, V4_TOP);
	strbuf_adds(b, "</SecCallPathProfileData></SecCallPathProfile>\n"
	               "</HPCToolkitExperiment>\n");
	for (size_t t = 0; t < d->nthreads; t++)
		free(w.inclusive[t]);
	for (size_t i = 0; numbers && i < d->nnodes; i++)
		numbers[i] = w.numbers[i];
	free(w.inclusive);
	free(w.numbers);
}

#endif
