'use strict';
/* The measurement of a program of four ranks with two threads each: what they
 * wait for, a time line of three phases, stacks, a region, and calls of MPI
 * at places of every kind, one of them with a hostile name. */
const fs = require('fs');
const path = require('path');

const HZ = 2e9, RANKS = 4, THREADS = 2, BINS = 200, BIN_S = 0.05;
const EVENTS = { TOT_CYC: 'sampled', SYS_CYC: 'sampled', WAIT_CYC: 'sampled', WAITED_CYC: 'sampled',
	BLOCKED_S: 'sampled', WAIT_INS: 'derived', TOT_INS: 'simulated', L1_DCA: 'simulated', L2_DCA: 'simulated',
	L2_DCM: 'simulated', L3_DCA: 'simulated', L3_DCM: 'simulated', L1_ICA: 'simulated', L2_ICA: 'simulated',
	L2_ICM: 'simulated', FP_INS: 'simulated', FAD_INS: 'simulated', FML_INS: 'simulated', BR_INS: 'simulated',
	BR_MSP: 'simulated', TLB_DM: 'simulated', TLB_IM: 'simulated', FLOPS: 'simulated', MODEL_INS: 'estimated',
	MODEL_USEFUL: 'estimated', MODEL_CHAIN_FP: 'estimated', MODEL_L3: 'estimated', MODEL_MEMORY_LATENCY: 'estimated' };
const names = Object.keys(EVENTS), ranks = [...Array(RANKS).keys()], threads = [...Array(RANKS * THREADS).keys()];

const attr = (s) => String(s).replace(/[&<>"'\n\t]/g, (c) => `&#${c.codePointAt(0)};`);
const tag = (name, attrs, body) => `<${name}${Object.entries(attrs).filter(([, v]) => v !== undefined)
	.map(([k, v]) => ` ${k}="${attr(v)}"`).join('')}${body === undefined ? '/>' : `>${body}</${name}>`}\n`;

/* work, waits (spun) and blocked: seconds of each thread; system: share of its cycles */
function section(kind, attrs, { work, waits, blocked, system = 0, own, body = '' }) {
	const sum = (l) => (l || []).reduce((a, b) => a + b, 0), cyc = sum(work) * HZ, spun = sum(waits) * HZ;
	const ins = system > 0.5 ? cyc / 40 : cyc / 1.6;
	const value = { TOT_CYC: cyc, SYS_CYC: cyc * system, WAITED_CYC: spun, BLOCKED_S: sum(blocked), TOT_INS: ins,
		L1_DCA: ins * 0.4, L2_DCA: ins * 0.05, L2_DCM: ins * 0.02, L3_DCA: ins * 0.02, L3_DCM: ins * 0.004,
		L1_ICA: ins * 0.1, L2_ICA: 100, L2_ICM: 10, FP_INS: ins * 0.3, FAD_INS: ins * 0.15, FML_INS: ins * 0.15,
		BR_INS: ins * 0.1, BR_MSP: ins * 0.001, TLB_DM: ins * 0.0001, TLB_IM: 1, FLOPS: ins * 0.3, MODEL_INS: ins,
		MODEL_USEFUL: ins * 0.2, MODEL_CHAIN_FP: ins * 0.5, MODEL_L3: ins * 0.3, MODEL_MEMORY_LATENCY: ins * 0.5 };
	if (kind === 'program')
		Object.assign(value, { TOT_CYC: cyc + spun, WAIT_CYC: spun, WAIT_INS: spun / 2 });
	if (kind === 'module' && attrs.name === 'libmpi.so')
		Object.assign(value, { TOT_CYC: spun, WAIT_CYC: spun, WAITED_CYC: 0, WAIT_INS: spun / 2, TOT_INS: spun / 2 });
	const row = names.map((n) => (Number.isFinite(value[n]) ? value[n] : 0));
	const alone = own ? row.map((v) => v * own) : null;
	return tag('section', { kind, ...attrs }, `<sum>${row.join(' ')}</sum>${alone ? `<own>${alone.join(' ')}</own>` : ''}` +
		`<samples>${Math.round(row[0] / HZ * 1000)}${' -'.repeat(names.length - 1)}</samples>` +
		(work ? `<spread of="cycles">${work.map((s) => s * HZ).join(' ')}</spread>` : '') +
		(waits ? `<spread of="waited-s">${waits.map((s, i) => s + (blocked ? blocked[i] : 0)).join(' ')}</spread>` : '') + body);
}

const series = (of, thread, from, values) => tag('series', { of, thread, from, n: values.length }, values.join(' '));
const full = (n, v) => Array(n).fill(v);

/* The last rank computes longer, the others wait for it. */
const busy = threads.map((t) => (t >= 6 ? 5.6 : 4));
const spun = threads.map((t) => (t % 2 ? 0.1 : t >= 6 ? 0.3 : 1.9));
const reads = threads.map((t) => (t === 0 ? 1.5 : 0));

function timeline() {
	return tag('timeline', { 'bin-s': BIN_S, bins: BINS }, threads.map((t) =>
		series('cpu', t, 0, [...full(40, t === 0 ? 0.75 : 0), ...full(120, t >= 6 ? 0.93 : 0.67)]) +
		(t === 0 ? '' : series('collective', t, 0, full(40, 0.9))) +
		(t >= 6 ? '' : series('message', t, 40, full(120, t % 2 ? 0.05 : 0.3))) +
		series('I/O', t, 160, full(40, t === 0 ? 0.8 : 0.1)) +
		series('cycles', t, 40, full(120, t >= 6 ? 1.86 : 1.34)) + series('instructions', t, 40, full(120, t >= 6 ? 0.93 : 0.67)) +
		series('page-faults', t, 0, full(20, 50)) + series('delay', t, 60, full(10, 0.1))).join(''));
}

const within = (from, v) => threads.map((t) => series('cpu', t, from, full(v.n, t >= 6 ? v.last : v.other))).join('');

function mpi() {
	const row = (rank, calls, time, more) => tag('row', { rank, calls, 'time-s': time, ...more });
	const lengths = (...n) => ({ messages: n.reduce((a, b) => a + b), ...Object.fromEntries(n.map((v, i) => [`bin${i}`, v])) });
	const site = (call, procedure, line, rows, file = '/home/me/waves.cc') => tag('site', { call, procedure, module: 'waves', file, line }, rows.join(''));
	return tag('mpi', { library: 'Open MPI v4.1.4', size: RANKS }, ranks.map((rank) =>
		tag('rank', { rank, 'elapsed-s': 10, 'own-s': 0.0008, finished: rank === 2 ? 'no' : 'yes' })).join('') +
		site('MPI_Init', 'main', 12, ranks.map((r) => row(r, 1, 0.2))) +
		site('MPI_Recv', 'void waves::exchange<waves::halo<double, 3>, std::vector<double>>(waves::field&, int)', 40,
			ranks.map((r) => row(r, 1200, r === 3 ? 0.3 : 1.9, { 'longest-s': 0.1, received: 9.6e7, ...lengths(0, 400, 800, 0),
				could: 1200, known: 1200, 'wait-s': r === 3 ? 0.1 : 1.5, 'late-rank': r === 3 ? 1 : 3, 'late-s': r === 3 ? 0.1 : 1.5 }))) +
		site('MPI_Send', 'waves::exchange(waves::field&, int)', 52, ranks.map((r) => row(r, 1200, 0.0011, { sent: 9.6e7, ...lengths(0, 400, 800, 0),
			could: 1200, known: 1200, 'wait-s': 6.7e-7, 'receiver-s': 6.7e-7, 'late-rank': (r + 1) % 4, 'late-s': 6.7e-7 }))) +
		site('MPI_Bcast', 'setup', 71, ranks.map((r) => row(r, 3, r ? 1.5 : 2e-5, { sent: r ? 0 : 8e8, received: 8e8, ...lengths(1, 0, 0, 2),
			could: 3, known: 3, 'wait-s': r ? 1.4 : 0, 'together-s': r ? 1.4 : 0, 'late-rank': 0, 'late-s': r ? 1.4 : 0 }))) +
		site('MPI_Allreduce', '<img src=x onerror=alert(1)>', 90, ranks.map((r) => row(r, 100, 0.02, { sent: 800, received: 800, ...lengths(100, 0, 0, 0) })),
			'/x/"onmouseover="alert(1).cc'));
}

function calls() {
	const call = (name, own, body = '') => tag('call', { name, module: 'waves', own }, body);
	return tag('calls', {}, call('_start', 0, call('main', 1e8,
		call('waves::step(waves::field&)', busy.reduce((a, b) => a + b) * HZ, call('waves::exchange(waves::field&, int)', 1e9, call('<other>', 2e9))) +
		call('setup', 1.5 * HZ, call('read', 1.5 * HZ)))));
}

function sections(source) {
	const at = (file, line, end) => ({ file, line, 'end-line': end });
	const wait = (kind, call, line, s) => tag('fact', { fact: 'wait', kind, call, file: source, line, cpu_s: s });
	const loop = section('loop', at(source, 22, 25), { work: busy, body: within(40, { n: 120, last: 0.93, other: 0.67 }) +
		tag('fact', { fact: 'loop', entries: 100, iterations: 1e8, trips: 1e6, nest_levels: 1, innermost: 'yes' }) +
		tag('line', { file: source, line: 23 }, names.map((n) => (n === 'TOT_CYC' ? 5e10 : '-')).join(' ')) });
	const step = section('procedure', { name: 'waves::step(waves::field&)', ...at(source, 20, 27) }, { work: busy, body: loop });
	const exchange = section('procedure', { name: 'waves::exchange(waves::field&, int)', ...at(source, 30, 60) }, { work: threads.map(() => 0.1), waits: spun,
		body: wait('message', 'MPI_Recv', 40, spun.reduce((a, b) => a + b)) });
	const read = section('procedure', { name: 'read' }, { work: reads, system: 0.98, body: series('cpu', 0, 0, full(40, 0.7)) });
	const all = threads.map((t) => busy[t] + 0.1 + reads[t]);
	return section('program', { name: './waves' }, { work: all, waits: spun, blocked: threads.map(() => 0.5), body:
		tag('fact', { fact: 'waits', kind: 'message', file: source, line: 40, cpu_s: spun.reduce((a, b) => a + b) }) +
		tag('fact', { fact: 'waits', kind: 'I/O', file: source, line: 80, blocked_s: 4 }) +
		tag('fact', { fact: 'elapsed', cpu_s: all.reduce((a, b) => a + b) + spun.reduce((a, b) => a + b), blocked_s: 4, delay_s: 9, main_delay_s: 1 }) +
		section('module', { name: 'waves', file: '/home/me/waves' }, { work: threads.map((t) => busy[t] + 0.1), waits: spun, body: step + exchange }) +
		section('module', { name: 'libc.so.6', file: '/lib/libc.so.6' }, { work: reads, system: 0.98, body: read }) +
		section('module', { name: 'libmpi.so', file: '/lib/libmpi.so' }, { waits: spun }) +
		section('region', { name: 'iterate', number: 0, entries: 400, 'elapsed-s': 24, pairs: 400, 'pair-s': 3e-8 }, { work: busy, own: 0.5 }) });
}

function writeParallel(dir) {
	const source = path.join(dir, 'waves.cc');
	fs.writeFileSync(source, '\n'.repeat(19) + 'void waves::step(field &f)\n{\n\tfor (int i = 0; i < f.n; i++)\n' +
		'\t\tf.now[i] += f.c * (f.last[i - 1] + f.last[i + 1]);\n\t/* and the rim */\n\n\tf.swap();\n}\n' + '\n'.repeat(60));
	fs.utimesSync(source, 1.7e9, 1.7e9);
	const head = { program: './waves', host: 'node1', cpu: 'a processor', start: '2026-01-02T03:04:05Z', collector: 'simulate',
		'collector-version': '0.1.0', machine: 'zen5', 'clock-hz': HZ, 'runtime-s': 10, processors: 8, threads: THREADS, ranks: RANKS };
	fs.writeFileSync(path.join(dir, 'parallel.db'), '<?xml version="1.0" encoding="UTF-8"?>\n' +
		tag('perfexpert', { version: 1, 'created-by': 'perfexpert 0.1.0' }, tag('measurement', head,
			tag('arg', { value: './waves' }) + names.map((name) => tag('event', { name, how: EVENTS[name] })).join('') +
			tag('run', { purpose: 'native', 'wall-s': 10, 'user-s': 46, 'sys-s': 1.5, 'exit-status': 0, samples: 46000 },
				tag('totals', {}, names.map((n, i) => (i ? '-' : 9e10)).join(' '))) +
			threads.map((t) => tag('thread', { rank: Math.floor(t / THREADS), number: t % THREADS,
				'cpu-s': busy[t] + spun[t] + 0.1 + reads[t], 'blocked-s': 0.5, 'delay-s': 1.1 })).join('') + mpi()) +
			sections(source) + timeline() + calls()));
}

module.exports = { writeParallel };
if (require.main === module)
	writeParallel(process.argv[2]);
