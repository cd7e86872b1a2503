'use strict';
/* Measurement files for the tests: small, hostile, large, and a pair. */
const fs = require('fs');
const path = require('path');

const EVENTS = ['TOT_CYC', 'TOT_INS', 'L1_DCA', 'L2_DCA', 'L2_DCM', 'L3_DCA', 'L3_DCM',
	'L1_ICA', 'L2_ICA', 'L2_ICM', 'FP_INS', 'FAD_INS', 'FML_INS', 'BR_INS', 'BR_MSP',
	'TLB_DM', 'TLB_IM', 'FLOPS'];
const HZ = 2e9;

const attr = (s) => String(s).replace(/[&<>"'\n\t]/g, (c) => `&#${c.codePointAt(0)};`);

/* Counts of a section that takes `seconds`; `bad` is how bad its memory is. */
function counts(seconds, bad) {
	const cyc = seconds * HZ, ins = cyc / (0.4 + bad);
	return [cyc, ins, ins * (0.02 + 0.4 * bad), ins * 0.1 * bad, ins * 0.02 * bad, ins * 0.02 * bad,
		ins * 0.004 * bad, ins * 0.1, 100, 10, ins * 0.2, ins * 0.1, ins * 0.1,
		ins * 0.1, ins * 0.001 * bad, ins * 0.0001 * bad, 1, ins * 0.2].map(Math.round);
}

const list = (v) => v.map((x) => (Number.isFinite(x) ? x : '-')).join(' ');
const plus = (a, b) => a.map((x, i) => x + b[i]);
const zero = () => EVENTS.map(() => 0);

function stats(sum, threads) {
	const dash = EVENTS.slice(1).map(() => '-').join(' ');
	const mean = sum[0] / threads;
	return `<n>${threads} ${dash}</n><min>${mean * 0.7} ${dash}</min>` +
		`<max>${mean * 1.6} ${dash}</max><mean>${mean} ${dash}</mean><sd>${mean * 0.2} ${dash}</sd>`;
}

/* A section with its lines, facts and children; its sum covers the children. */
function section(s, threads) {
	const sum = (s.children || []).reduce((a, c) => plus(a, c.sum = total(c)), own(s));
	const place = (s.file ? ` file="${attr(s.file)}"` : '') + (s.line ? ` line="${s.line}"` : '') +
		(s.end ? ` end-line="${s.end}"` : '');
	const dash = EVENTS.slice(1).map(() => '-').join(' ');
	return `<section kind="${s.kind}"${s.name === undefined ? '' : ` name="${attr(s.name)}"`}${place}>\n` +
		`<sum>${list(sum)}</sum>\n` +
		`<samples>${Math.round(sum[0] / HZ * 1000)} ${dash}</samples>\n` +
		(threads > 1 ? stats(sum, threads) + '\n' : '') +
		(s.facts || []).map((f) => `<fact ${Object.entries(f).map(([k, v]) => `${k}="${attr(v)}"`).join(' ')}/>\n`).join('') +
		(s.lines || []).map((l) => `<line file="${attr(l.file)}" line="${l.line}">${list(counts(l.seconds, s.bad || 1))}</line>\n`).join('') +
		(s.children || []).map((c) => section(c, threads)).join('') + '</section>\n';
}

const own = (s) => (s.seconds ? counts(s.seconds, s.bad === undefined ? 1 : s.bad) : zero());
const total = (s) => (s.children || []).reduce((a, c) => plus(a, total(c)), own(s));

function measurement({ program = './app', threads = 1, machine = 'zen5', modules, seconds, notes = [] }) {
	const dash = EVENTS.slice(1).map(() => '-').join(' ');
	return '<?xml version="1.0" encoding="UTF-8"?>\n<perfexpert version="1">\n' +
		`<measurement program="${attr(program)}" collector="simulate" host="node &lt;1&gt;" cpu="A &amp; B" ` +
		`start="2026-01-02T03:04:05Z" machine="${machine}" clock-hz="${HZ}" runtime-s="${seconds / threads}" threads="${threads}" ranks="1">\n` +
		`<arg value="${attr(program)}"/>\n` + notes.map((n) => `<note text="${attr(n)}"/>\n`).join('') +
		EVENTS.map((e) => `<event name="${e}" how="${e === 'TOT_CYC' ? 'sampled' : 'simulated'}"/>\n`).join('') +
		`<run purpose="native" wall-s="${seconds / threads}" samples="${seconds * 1000}"><totals>${seconds * HZ} ${dash}</totals></run>\n` +
		'</measurement>\n' +
		section({ kind: 'program', name: program, children: modules }, threads) + '</perfexpert>\n';
}

/* A nest over a column, as the rules like it. */
function nest(file, seconds, bad, line = 9) {
	return { kind: 'procedure', name: 'matrixproduct', file, line, end: line + 7,
		facts: [{ fact: 'compiler', name: 'gcc', version: '12.2.0', language: 'C', level: 'O2', debug: 'yes', optimised: 'yes' }],
		children: [{ kind: 'loop', file, line: line + 2, end: line + 6, bad,
			facts: [{ fact: 'loop', entries: 1, iterations: 1000, trips: 1000, nest_levels: 2, perfect: 'yes', innermost: 'no' }],
			children: [{ kind: 'loop', file, line: line + 3, end: line + 5, seconds, bad,
				facts: [{ fact: 'loop', entries: 1000, iterations: 1e6, trips: 1000, nest_levels: 1, perfect: 'yes', innermost: 'yes' },
					{ fact: 'memref', access: 'load', file, line: line + 4, count: 1e8, stride: 8000, stride_share: 1,
						stride2: 8 - 999 * 8000, line_bytes_used: 8, l1_misses: 1e8, l2_misses: 9e7, l3_misses: 1e7, tlb_misses: 5e6 }],
				lines: [{ file, line: line + 3, seconds: seconds * 0.2 }, { file, line: line + 4, seconds: seconds * 0.8 }] }] }] };
}

const SOURCE = ['/* a matrix product */', '#include <stdio.h>', 'enum { N = 1000 };', 'static double a[N][N], b[N][N], c[N][N];',
	'', '/* one row of the result,', '   the slow way */', '', 'void matrixproduct(int i)', '{',
	'\tfor (int j = 0; j < N; j++)', '\t\tfor (int k = 0; k < N; k++) {', '\t\t\tc[i][j] += a[i][k] * b[k][j];', '\t\t}', '\t(void)i;', '}', ''].join('\n');

const EVIL = '<img src=x onerror=alert(1)>';
const EVIL_FILE = 'it\'s "quoted"\nand <b>broken<b>.c';
const LONG = 'std::vector<' + 'std::map<int, '.repeat(714);

function writeHostile(dir) {
	const evil = path.join(dir, EVIL_FILE), broken = path.join(dir, 'broken.c');
	fs.writeFileSync(evil, '</table></code><script>alert(1)</script>\n<img src=x onerror=alert(2)>\n"\' onclick=alert(3)\n');
	fs.writeFileSync(broken, Buffer.concat([Buffer.from('int f(void)\n{\n\treturn "'), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x1b]),
		Buffer.from('[31m\xe2\x80\xae";\n}\n', 'latin1')]));
	fs.writeFileSync(path.join(dir, 'secret.txt'), 'SECRETSECRET\n');
	fs.writeFileSync(path.join(dir, 'large.c'), 'SECRETSECRET\n'.repeat(400000));
	const proc = (name, file, seconds, end = 3) => ({ kind: 'procedure', name, file, line: 1, end, seconds, bad: 2,
		lines: file ? [{ file, line: 2, seconds }] : [] });
	fs.writeFileSync(path.join(dir, 'hostile.db'), measurement({
		program: `./a'b"c</title><script>alert(1)</script>`, seconds: 20, notes: [`note ${EVIL}`],
		modules: [{ kind: 'module', name: EVIL, file: `/x/${EVIL}`, children: [
			proc(EVIL, evil, 5), proc(LONG, broken, 4, 4),
			proc('" onmouseover="alert(1)', path.join(dir, 'secret.txt'), 3),
			proc('</script><script>alert(1)</script>', '/dev/zero', 2),
			proc('javascript:alert(1)', path.join(dir, 'large.c'), 2),
			proc("';alert(1);//", path.join(dir, 'fifo.c'), 2),
			proc('a\u202eb\u009b31m\u2028c', path.join(dir, 'folder.c'), 2)] }] }));
	fs.mkdirSync(path.join(dir, 'folder.c'), { recursive: true });
}

/* 2,000 sections: 500 procedures of a nest of three loops each */
function writeLarge(dir) {
	const source = path.join(dir, 'large_app.c');
	const procedures = [];
	let text = '';
	for (let i = 0; i < 500; i++) {
		const at = i * 20 + 1, file = source, s = 0.5 + (i % 17) / 10, bad = (i % 9) / 3;
		text += `void kernel_${i}(double *restrict a, const double *restrict b)\n{\n` +
			`\tfor (int i = 0; i < ${100 + i}; i++) {\n\t\tfor (int j = 0; j < N; j++) {\n` +
			'\t\t\tfor (int k = 0; k < N; k++) {\n' +
			'\t\t\t\ta[i * N + j] += b[k * N + j] * 0.5; /* the hot line */\n'.repeat(8) + '\t\t\t}\n\t\t}\n\t}\n' + '\n'.repeat(3) + '}\n';
		const loop = (line, end, children, seconds) => ({ kind: 'loop', file, line, end, children, seconds, bad,
			facts: [{ fact: 'loop', entries: 10, iterations: 1000, trips: 100, nest_levels: 1 }],
			lines: seconds ? [0, 1, 2, 3, 4, 5].map((k) => ({ file, line: line + 1 + k, seconds: seconds / 6 })) : [] });
		procedures.push({ kind: 'procedure', name: `kernel_${i}(double*, double const*)`, file, line: at, end: at + 18,
			children: [loop(at + 2, at + 15, [loop(at + 3, at + 14, [loop(at + 4, at + 13, [], s)])])] });
	}
	fs.writeFileSync(source, text);
	const seconds = procedures.reduce((a, p, i) => a + 0.5 + (i % 17) / 10, 0);
	fs.writeFileSync(path.join(dir, 'large.db'), measurement({ seconds, threads: 64,
		modules: [{ kind: 'module', name: 'app', file: '/home/me/app', children: procedures }] }));
}

function writeAll(dir) {
	const source = path.join(dir, 'mmm.c');
	fs.writeFileSync(source, SOURCE);
	fs.utimesSync(source, 1.7e9, 1.7e9); /* before the measurement */
	const app = (s, bad) => measurement({ seconds: s + 1, modules: [
		{ kind: 'module', name: 'mmm', file: '/home/me/mmm', children: [nest(source, s, bad)] },
		{ kind: 'module', name: 'libc.so.6', file: '/lib/libc.so.6', children: [
			{ kind: 'procedure', name: 'memcpy', seconds: 1, bad: 0.2 }] }] });
	fs.writeFileSync(path.join(dir, 'before.db'), app(9, 3));
	fs.writeFileSync(path.join(dir, 'after.db'), app(3, 0.4));
	/* the same program on more threads: it gains less and less */
	for (const [threads, seconds] of [[1, 9], [2, 10], [4, 14], [8, 28]])
		fs.writeFileSync(path.join(dir, `t${threads}.db`), measurement({ threads, seconds: seconds + 1, modules: [
			{ kind: 'module', name: 'mmm', file: '/home/me/mmm', children: [nest(source, seconds, 0.3 * threads)] },
			{ kind: 'module', name: 'libc.so.6', file: '/lib/libc.so.6', children: [
				{ kind: 'procedure', name: 'memcpy', seconds: 1, bad: 0.2 }] }] }));
	writeHostile(dir);
	writeLarge(dir);
}

module.exports = { writeAll, EVIL, EVIL_FILE, LONG };
if (require.main === module)
	writeAll(process.argv[2]);
