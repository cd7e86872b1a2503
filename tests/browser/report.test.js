'use strict';
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { test } = require('./harness');
const { withPage, counters } = require('./pages');
const { EVIL, LONG } = require('./fixtures');

const report = (c, name) => path.join(c.scratch, `${name}.html`);
const shown = (page) => page.$$eval('article[data-r]', (l) => l.filter((e) => !e.hidden).length);

test('the report says what the text report says', (context) => withPage(context, report(context, 'before'), {}, async (page) => {
	const text = context.perfexpert(['--all', 'before.db']);
	const bars = text.split('\n').filter((l) => /^- .* >/.test(l)).map((l) => l.replace(/^.*? (>+)$/, '$1'));
	const ours = await page.$$eval('article[data-r] .bars .b', (l) => l.map((e) => e.textContent).filter((s) => s[0] === '>'));
	assert.deepStrictEqual(ours, bars);
	assert.ok(bars.length >= 14);
	const titles = await page.$$eval('article[data-r] h3', (l) => l.map((e) => e.textContent));
	assert.strictEqual(await page.locator('article details .bars').count(), 1, 'what an inner loop tells is folded');
	assert.ok(titles[0].includes('matrixproduct') && titles.some((t) => t.includes('inner loop at mmm.c:12')), titles.join('; '));
}));

test('values show on demand, also without JavaScript', async (context) => {
	for (const javascript of [true, false])
		await withPage(context, report(context, 'before'), { javascript }, async (page) => {
			assert.strictEqual(await page.locator('.bars .v:visible').count(), 0);
			await page.check('#values');
			assert.ok(await page.locator('.bars .v:visible').count() >= 14);
			assert.match(await page.locator('.bars .v').first().textContent(), /^\d+(\.\d+)?/);
		});
});

test('the source shows with heat and misses on its lines', (context) => withPage(context, report(context, 'before'), {}, async (page) => {
	const row = page.locator('article[data-r] .source tr', { hasText: 'a[i][k] * b[k][j]' }).first();
	assert.ok(await row.isVisible());
	assert.match(await row.getAttribute('class'), /h[6-8]/);
	assert.match(await row.textContent(), /^13.*%/);
	const head = await page.locator('article[data-r] .source thead').first().textContent();
	for (const word of ['time', 'L1 miss', 'L2 miss', 'L3 miss', 'TLB miss'])
		assert.ok(head.includes(word), word);
	assert.ok(await page.locator('.source b').count() > 0);
}));

test('suggestions stand in place and lead to their page', (context) => withPage(context, report(context, 'before'), {}, async (page) => {
	const advice = page.locator('article[data-r] .advice').first();
	assert.ok((await advice.textContent()).includes('walks with a stride of 8,000 bytes'));
	await advice.locator('a').first().press('Enter');
	const id = await page.evaluate(() => location.hash.slice(3));
	await page.locator(`#a-${id} a`).press('Enter');
	await page.waitForURL(new RegExp(`\\.html#${id}$`));
	assert.ok(await page.locator(`article#${id}`).isVisible());
	assert.ok(await page.evaluate((i) => Math.abs(document.getElementById(i).getBoundingClientRect().top) < 200, id));
}));

test('the report hands over what it found', (context) => withPage(context, report(context, 'before'), {}, async (page) => {
	await page.locator('a[href*="#found="]').press('Enter'); /* a place on the page may move under the pointer */
	await page.waitForURL(/catalogue\.html#found=/);
	assert.ok(await page.locator('#found').isChecked());
	const seen = await page.$$eval('[data-s]', (l) => l.filter((e) => e.checkVisibility()).map((e) => e.dataset.id));
	assert.ok(seen.length > 0 && seen.includes('loop-interchange'), seen.join());
}));

test('the table of sections sorts by keyboard and leads to the sections', (context) => withPage(context, report(context, 'before'), {}, async (page) => {
	const column = (n) => page.$$eval(`.sections tbody tr > :nth-child(${n})`, (l) => l.map((e) => e.textContent));
	const head = page.locator('.sections thead th').nth(1), before = await column(1);
	assert.ok(before.includes('memcpy') && before[0] === 'matrixproduct', before.join());
	assert.strictEqual(await page.evaluate(() => getComputedStyle(document.querySelector('.sections .d2')).paddingLeft !==
		getComputedStyle(document.querySelector('.sections .d1')).paddingLeft), true, 'loops are indented');
	await head.locator('button').focus();
	await page.keyboard.press('Enter');
	assert.strictEqual(await head.getAttribute('aria-sort'), 'descending');
	const numbers = (await column(2)).map(parseFloat).filter((v) => !isNaN(v));
	assert.deepStrictEqual(numbers, Array.from(numbers).sort((x, y) => y - x));
	await page.keyboard.press('Enter');
	assert.strictEqual(await head.getAttribute('aria-sort'), 'ascending');
	assert.strictEqual((await column(1))[0], 'memcpy');
	await page.locator('.sections thead button').first().press('Enter');
	assert.strictEqual(await page.locator('.sections [aria-sort]').count(), 1);
	assert.deepStrictEqual(await column(1), Array.from(before).sort((x, y) => x.localeCompare(y)));
	await page.locator('.sections a', { hasText: 'matrixproduct' }).first().press('Enter');
	assert.strictEqual(await page.evaluate(() => location.hash), '#s1');
}));

/* The frames: nested svg elements, as they are drawn */
const frames = (page) => page.$$eval('svg.flame > svg', (l) => l.map((e) => {
	const box = e.getBoundingClientRect();
	return { name: e.querySelector('text').textContent, x: box.x, y: box.y, width: box.width,
		color: e.querySelector('rect').getAttribute('class'), link: e.querySelector('a') && e.querySelector('a').getAttribute('href') };
}));

test('the flame graph: what lies in what, by sections and by call stacks', async (context) => {
	await withPage(context, report(context, 'before'), {}, async (page) => {
		const all = await frames(page), named = (n) => all.find((f) => f.name === n);
		const inner = all.filter((f) => /^loop/.test(f.name));
		assert.deepStrictEqual(all.slice(0, 2).map((f) => f.name), ['mmm', 'matrixproduct']);
		assert.strictEqual(inner.length, 2);
		assert.ok(inner[1].y > inner[0].y && inner[0].y > named('matrixproduct').y, 'loops below');
		assert.ok(named('libc.so.6').x > named('mmm').x + named('mmm').width - 2, 'beside');
		assert.ok(Math.abs(named('mmm').width / named('libc.so.6').width - 9) < 0.2, 'as wide as the time');
		assert.strictEqual(inner[0].color, 'c8');
		assert.match(await page.textContent('section[aria-labelledby=time] .key'), /data accesses/, 'no more than the bounds say');
		await page.locator('svg.flame a').first().focus();
		await page.keyboard.press('Enter');
		assert.strictEqual(await page.evaluate(() => location.hash), '#s1');
	});
	await withPage(context, report(context, 'parallel'), {}, async (page) => {
		const all = await frames(page);
		assert.strictEqual(all[0].name, 'main', 'what starts it is left out');
		assert.ok(all.some((f) => f.name === 'loop at waves.cc:22' && /^#s/.test(f.link)), 'the loop of what a call takes itself');
		/* by account: 0.5 of 1.5 wait for chains, 0.8 for data, of which most for memory */
		assert.strictEqual(all.find((f) => /step/.test(f.name)).color, 'c8');
		assert.ok(await page.locator('svg.flame > svg rect.c2').count() > 0, 'the strip has the other causes');
		const key = await page.textContent('section[aria-labelledby=time] .key');
		assert.match(key, /memory, by its latency/);
	});
});

test('the roofline has every level and agrees with the account', async (context) => {
	await withPage(context, report(context, 'before'), {}, async (page) => {
		const labels = await page.$$eval('svg.roofline text', (l) => l.map((e) => e.textContent));
		for (const level of ['L1, ', 'L2, ', 'L3, ', 'memory, '])
			assert.ok(labels.some((l) => l.startsWith(level) && / GB\/s$/.test(l)), level);
		assert.ok(labels.some((l) => /^loop at mmm.c:12/.test(l)), 'dots are named');
		assert.strictEqual(await page.locator('svg.roofline a[href="#s3"] circle').getAttribute('class'), 'c8');
		assert.match(await page.textContent('section[aria-labelledby=time] details'), /memory/);
	});
	await withPage(context, report(context, 'pair'), {}, async (page) =>
		assert.strictEqual(await page.locator('svg.roofline circle.was').count(), 1));
});

test('two inputs stand side by side', (context) => withPage(context, report(context, 'pair'), {}, async (page) => {
	assert.strictEqual(await page.locator('.facts thead th').count(), 2);
	const marks = await page.$$eval('.bars .b b', (l) => l.map((e) => e.textContent));
	assert.ok(marks.length > 0 && marks.every((m) => /^(1+|2+)$/.test(m)), marks.join());
	const first = await page.$$eval('.sections tbody tr:first-child .n', (l) => l.map((e) => parseFloat(e.textContent)));
	assert.ok(Math.abs(first[1] - first[0] - first[2]) < 0.011, first.join());
	assert.strictEqual(await page.locator('#s1 .source').count(), 2);
}));

test('curves of scaling: as the text has it, below what is perfect', (context) => withPage(context, report(context, 'scaling'), {}, async (page) => {
	const text = context.perfexpert(['--scaling', '0.1', 't1.db', 't2.db', 't4.db', 't8.db']);
	const rows = await page.$$eval('section[aria-labelledby=scaling] tbody tr', (l) => l.map((r) => Array.from(r.children, (e) => e.textContent)));
	const said = /the program\n- time, s +([\d. ]+)\n- speed-up +([\d. ]+)/.exec(text);
	said[1].split(/ +/).forEach((v, i) => assert.ok(Math.abs(rows[0][i + 1] - v) < 0.051, rows[0].join()));
	assert.strictEqual(rows[0][5], said[2].split(/ +/)[3]);
	const lines = await page.$$eval('svg.scaling path.loss, svg.scaling path.cut', (l) => l.map((e) =>
		({ of: e.getAttribute('class'), at: e.getAttribute('d').match(/[\d.]+/g).map(Number) })));
	const perfect = lines.find((l) => l.of === 'cut').at, program = lines.find((l) => l.of === 'loss all').at;
	assert.strictEqual(lines.length, rows.length + 1, 'a line for each row, and the perfect one');
	assert.deepStrictEqual([program[0], program[1]], [perfect[0], perfect[1]], 'from the same place');
	assert.ok(program[6] === perfect[2] && program[7] > perfect[3], 'below it at the end');
	await page.locator('section[aria-labelledby=scaling] tbody a').first().press('Enter');
	assert.match(await page.evaluate(() => location.hash), /^#s\d+$/);
}));

test('pictures: stack, time, roofline, threads', async (context) => {
	await withPage(context, report(context, 'before'), {}, async (page) => {
		assert.ok(await page.locator('article svg.stack .good').count() > 0);
		assert.match(await page.locator('svg.stack title').first().textContent(), /measured .*, good .*data accesses/);
		assert.ok(await page.locator('svg.roofline circle').count() > 0);
		const boxes = await page.$$eval('svg.stack', (l) => l.map((s) => {
			const r = Array.from(s.querySelectorAll('rect'), (e) => [+e.getAttribute('x'), +e.getAttribute('width')]);
			return r.every(([x, w]) => x >= 0 && x + w <= 600.5);
		}));
		assert.ok(boxes.every(Boolean));
	});
	await withPage(context, report(context, 'large'), {}, async (page) => {
		assert.match(await page.locator('.threads p').first().textContent(), /^64 threads.*1\.60 times/);
		assert.ok(await page.locator('svg.spread').count() > 0);
		/* what takes little time is said in words, its suggestions stay */
		assert.match(await page.locator('#s1500 p.small').textContent(), /^overall [\d.]+ \(\w+\); at most data accesses [\d.]+ \(\w+\), /);
		assert.strictEqual(await page.locator('#s1500 .bars').count(), 0);
	});
});

test('hostile names and sources show as text', (context) => withPage(context, report(context, 'hostile'), {}, async (page) => {
	const text = await page.evaluate(() => document.body.textContent);
	assert.ok(text.includes(EVIL));
	assert.ok(text.includes(LONG), 'the long name in full');
	assert.ok(text.includes('it\'s "quoted"\\nand <b>broken<b>.c'), 'file name');
	assert.ok(text.includes('</table></code><script>alert(1)</script>'), 'source');
	assert.ok(text.includes('\ufffd'), 'invalid UTF-8');
	assert.ok(!/[\u202e\u009b\u001b]/.test(text), 'no control or override characters');
	assert.ok(!text.includes('SECRETSECRET'), 'only source files');
	for (const why of ['not that of a source file', 'not a regular file', 'too large'])
		assert.ok(text.includes(why), why);
	const tags = await page.evaluate(() => ({ img: document.querySelectorAll('img').length,
		script: document.scripts.length, on: Array.from(document.querySelectorAll('*')).filter((e) =>
			Array.from(e.attributes).some((a) => /^(on|style$)/.test(a.name) ||
				(/href|src|action/.test(a.name) && !/^(#|file:|data:,$)/.test(a.value)))).map((e) => e.outerHTML.slice(0, 99)),
		title: document.title }));
	assert.deepStrictEqual(tags, { img: 0, script: 1, on: [], title: 'perfexpert: hostile.db' });
}));

test('the policy stops what would be injected', async (context) => {
	let hits = 0;
	const server = http.createServer((q, a) => {
		hits++;
		a.end();
	});
	await new Promise((r) => server.listen(0, '127.0.0.1', r));
	const evil = path.join(context.scratch, 'injected.html');
	fs.writeFileSync(evil, fs.readFileSync(report(context, 'before'), 'utf8').replace('<main',
		`<script>window.hit = 1;</script><style>h1 { color: red; }</style><img src="http://127.0.0.1:${server.address().port}/x.png">` +
		'<p onclick="window.hit = 1" style="color: red" id="evil">x</p><main'));
	await withPage(context, evil, {}, async (page) => {
		await page.click('#evil');
		assert.strictEqual(await page.evaluate(() => window.hit), undefined);
		assert.notStrictEqual(await page.evaluate(() => getComputedStyle(document.querySelector('h1')).color), 'rgb(255, 0, 0)');
		assert.notStrictEqual(await page.evaluate(() => getComputedStyle(document.querySelector('#evil')).color), 'rgb(255, 0, 0)');
		assert.ok(page.trouble.filter((t) => /Content Security Policy/.test(t)).length >= 4, page.trouble.join('; '));
		page.trouble.length = 0;
	}).finally(() => server.close());
	assert.strictEqual(hits, 0);
});

test('without JavaScript the report reads', (context) => withPage(context, report(context, 'before'), { javascript: false }, async (page) => {
	assert.strictEqual(await page.locator('form:visible').count(), 0);
	assert.strictEqual(await shown(page).catch(() => -1), await page.locator('article[data-r]').count());
	assert.ok(await page.locator('.advice').first().isVisible());
	assert.ok(await page.locator('article[data-r] .source').first().isVisible());
}));

test('on paper no line of source is cut', (context) => withPage(context, report(context, 'before'), { viewport: { width: 700, height: 1000 } }, async (page) => {
	await page.emulateMedia({ media: 'print' });
	const cut = await page.$$eval('.source', (l) => l.filter((e) => e.checkVisibility() &&
		e.getBoundingClientRect().right > document.documentElement.clientWidth).length);
	await page.emulateMedia({ media: 'screen' });
	assert.strictEqual(cut, 0);
	assert.ok(await page.locator('.source').count() > 0);
}));

test('two thousand sections are there within two seconds', (context) => withPage(context, report(context, 'large'), {}, async (page) => {
	/* the best of some, as others have the processors too */
	const count = await counters(page);
	let best = { elapsed: Infinity };
	for (let i = 0; i < 5 && best.elapsed > 1; i++) {
		const before = await count();
		await page.reload();
		const elapsed = await page.evaluate(() => new Promise((r) => requestAnimationFrame(() =>
			requestAnimationFrame(() => r(performance.now() / 1000)))));
		if (elapsed < best.elapsed)
			best = { elapsed, processor: (await count()).ProcessTime - before.ProcessTime };
	}
	console.log(`    large report: drawn after ${best.elapsed.toFixed(2)} s, ${best.processor.toFixed(2)} s of processor time`);
	assert.ok(Math.min(best.elapsed, best.processor) < 2, JSON.stringify(best));
}));

test('two thousand sections: weight, filter, one layout for a key', (context) => withPage(context, report(context, 'large'), {}, async (page) => {
	const size = fs.statSync(report(context, 'large')).size;
	const elements = await page.evaluate(() => document.querySelectorAll('*').length);
	assert.ok(size < 5e6 && elements < 80000, `${size} bytes, ${elements} elements`);
	assert.strictEqual(await page.locator('article[data-r]').count(), 2000);
	await page.evaluate(() => document.getElementById('filter').scrollIntoView());
	/* Whatever the machine: a key changes everything first and looks at the
	 * result once, so that the page is laid out once for it, and once for
	 * what the browser does of its own accord, which on a busy machine may
	 * fall to the next key. */
	const all = { LayoutCount: 0, RecalcStyleCount: 0 }, count = await counters(page);
	const texts = ['k', 'ke', 'ker', 'kernel_1', 'kernel_12', 'kernel_123', 'zzz', ''];
	for (const text of texts) {
		const before = await count();
		await page.evaluate((typed) => new Promise((done) => {
			const q = document.getElementById('q');
			q.value = typed;
			q.dispatchEvent(new Event('input', { bubbles: true }));
			requestAnimationFrame(() => requestAnimationFrame(done));
		}), text);
		const after = await count();
		for (const name of Object.keys(all))
			all[name] += after[name] - before[name];
	}
	console.log(`    large report: ${size} bytes, ${texts.length} keys: ${JSON.stringify(all)}`);
	assert.ok(all.LayoutCount <= 2 * texts.length && all.RecalcStyleCount <= 4 * texts.length, JSON.stringify(all));
	await page.fill('#q', 'kernel_123');
	assert.strictEqual(await shown(page), 4);
	assert.strictEqual(await page.textContent('#count'), '4 of 2000 sections');
	await page.fill('#q', '');
	await page.selectOption('#category', { index: 1 });
	const some = await shown(page);
	assert.ok(some > 0 && some < 2000, String(some));
	/* a link to what the filter hides brings it back */
	await page.fill('#q', 'zzz');
	await page.evaluate(() => { location.hash = '#s500'; });
	await page.waitForFunction(() => !document.getElementById('s500').hidden);
}));
