'use strict';
/* The page of a program with ranks and threads */
const assert = require('assert');
const path = require('path');
const { execFileSync } = require('child_process');
const { test, skip } = require('./harness');
const { withPage } = require('./pages');

const LAPTOP = { width: 1280, height: 800 };
const file = (context) => path.join(context.scratch, 'parallel.html');
const rows = (page, table) => page.$$eval(`${table} tbody tr`, (l) => l.map((r) => Array.from(r.cells, (c) => c.textContent)));
const json = (context, ...args) => JSON.parse(context.perfexpert([...args, '--json', 'parallel.db']));

test('the measurement of a parallel program is valid', (context) => {
	try {
		execFileSync('xmllint', ['--noout', '--relaxng', path.join(process.env.PERFEXPERT_DATA, 'profile/measurement.rng'),
			path.join(context.scratch, 'parallel.db')], { stdio: 'pipe' });
	} catch (e) {
		if (e.code === 'ENOENT')
			skip('xmllint is not installed');
		throw e;
	}
});

test('threads by rank: who works and who waits', (context) => withPage(context, file(context), {}, async (page) => {
	const of = rows(page, 'section[aria-labelledby=balance] table:has(.share)');
	const threads = (await of).map((r) => `${r[0]} ${r.slice(-2).join(' ')}`);
	assert.strictEqual(threads.length, 8);
	assert.strictEqual(threads[0], 'rank 0, thread 0 5.600 s 2.400 s');
	assert.strictEqual(threads[7], 'rank 3, thread 1 5.700 s 0.600 s');
	assert.match(await page.textContent('section[aria-labelledby=balance]'), /Parallel efficiency 58\.6 % = load balance 82\.2 %/);
	const sentences = await page.$$eval('section[aria-labelledby=summary] p.waits', (l) => l.map((e) => e.textContent.split(' ').slice(0, 4).join(' ')));
	assert.deepStrictEqual(sentences, ['of the processor time', 'of the elapsed time']);
}));

test('the time line of ranks and its phases', (context) => withPage(context, file(context), {}, async (page) => {
	const labels = await page.$$eval('svg.timeline text', (l) => l.map((e) => e.textContent));
	for (let t = 0; t < 8; t++)
		assert.ok(labels.includes(`rank ${t >> 1} thread ${t & 1}`), labels.join());
	const phases = await rows(page, 'table.phases'), wanted = json(context, '--phases').phases;
	assert.deepStrictEqual(phases.map((r) => r[1]), wanted.map((p) => `${p.from_s.toFixed(2)} to ${p.to_s.toFixed(2)} s`));
	assert.deepStrictEqual(phases.map((r) => `${r[0]} ${r[1]}`), ['A 0.00 to 2.00 s', 'B 2.00 to 8.00 s', 'C 8.00 to 10.00 s']);
	assert.match(phases[0][8], /collective .*read/);
	assert.match(phases[1][8], /waves::step.*message/);
	assert.match(phases[2][8], /I\/O/);
	assert.deepStrictEqual(phases.map((r) => r.slice(6, 8)), [['-', '-'], ['2.00', '2.00 GHz'], ['-', '-']]);
	assert.ok(labels.includes('CPI, to 2') && labels.includes('clock, GHz, to 2'), labels.join());
	assert.ok(phases.every((r) => /^(overall|waiting)/.test(r[9])), 'assessed');
}));

test('MPI by rank and by place', (context) => withPage(context, file(context), {}, async (page) => {
	const wanted = json(context, '--mpi'), ranks = await rows(page, 'table.mpi:not(.places)'), places = await rows(page, 'table.places');
	assert.deepStrictEqual(ranks.map((r) => [r[0].split(',')[0], r[4]]), wanted.ranks.map((r) => [String(r.rank), String(r.calls)]));
	assert.match(ranks[2][0], /not finished/);
	assert.deepStrictEqual(places.map((r) => r[5]), wanted.places.map((p) => String(p.calls)));
	assert.match(places[0][0], /^MPI_Recv at waves\.cc:40 in .*waits 4\.6 s \(77 %\) for late senders, most for rank 3 \(4\.5 s\)/);
	const send = places.find((r) => /^MPI_Send/.test(r[0]));
	assert.deepStrictEqual(send.slice(1), ['4.4 ms', '0.0 %', '1.1 ms', '1.1 ms', '4800', '384 MB', '0 bytes']);
	assert.match(send[0], /waits 2\.68 \u00b5s .*80\.0 kB a call: 1600 below 64 KB, 3200 below 1 MB$/);
	assert.ok(places.some((r) => r[0].includes('MPI_Allreduce at "onmouseover="alert(1).cc:90 in <img src=x onerror=alert(1)>')), 'hostile names are text');
	assert.strictEqual(await page.locator('img').count(), 0);
}));

test('regions and calls are there', (context) => withPage(context, file(context), {}, async (page) => {
	assert.ok(await page.locator('article[data-r] h3', { hasText: 'iterate' }).count() > 0);
	assert.match(await page.textContent('section[aria-labelledby=calls]'), /waves::step\(waves::field&\)\s*\d/);
	const read = page.locator('article[data-r]', { has: page.locator('h3', { hasText: /read/ }) });
	assert.match(await read.locator('.note').textContent(), /98 % of its cycles are in the kernel/);
	assert.match(await read.locator('p.account').first().textContent(),
		/of 1\.5 cycles per instruction 0\.5 wait for .*, 0\.5 wait for .*, 0\.3 wait for .* 0\.2 are useful work\. Measured: 0\.80\. 98 % of its cycles are in the kernel; the account covers the rest\./);
}));

test('a table is not cut off on a laptop', (context) => withPage(context, file(context), { viewport: LAPTOP }, async (page) => {
	const cut = await page.$$eval('.scroll', (l) => l.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.getAttribute('aria-label')));
	assert.deepStrictEqual(cut, []);
}));
