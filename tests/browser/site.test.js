'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { fileURLToPath } = require('url');
const { test } = require('./harness');
const { withPage, sitePages, WIDE, NARROW } = require('./pages');
const { survey } = require('./survey');

const start = (c) => path.join(c.site, 'index.html');
const catalogue = (c) => path.join(c.site, 'catalogue.html');
const visible = (page) => page.$$eval('[data-s]', (l) => l.filter((e) => e.checkVisibility()).map((e) => e.dataset.id));

test('every link and anchor resolves, ids are unique', async (context) => {
	const pages = await survey(context);
	let links = 0;
	for (const [file, { links: list, ids }] of pages) {
		assert.strictEqual(new Set(ids).size, ids.length, `${file}: an id twice`);
		for (const link of list) {
			const url = new URL(link);
			assert.strictEqual(url.protocol, 'file:', `${file}: ${link}`);
			const to = fileURLToPath(url.href.replace(/[?#].*/, ''));
			assert.ok(fs.existsSync(to), `${file}: ${link} does not exist`);
			const anchor = decodeURIComponent(url.hash.slice(1));
			if (anchor && !/^(found|q|category)=/.test(anchor))
				assert.ok(pages.get(to).ids.includes(anchor), `${file}: no anchor ${link}`);
			links++;
		}
	}
	assert.ok(pages.size > 20 && links > 500, `${pages.size} pages, ${links} links`);
});

test('all suggestions and machines have their place', async (context) => {
	const names = context.perfexpert(['--list-suggestions']).split('\n').filter(Boolean).map((l) => l.split(/\s+/));
	for (const [id, category] of names) {
		const text = fs.readFileSync(path.join(context.site, `${category.replace(/_/g, '-')}.html`), 'utf8');
		assert.ok(text.includes(`<article id="${id}"`), id);
	}
	const machines = context.perfexpert(['--machine', 'list']).split('\n').filter(Boolean).map((l) => l.split(/\s+/)[0]);
	for (const name of machines)
		assert.ok(fs.existsSync(path.join(context.site, `machine-${name.replace(/_/g, '-')}.html`)), name);
	assert.ok(names.length > 10 && machines.length > 15);
});

test('search finds by word and by compiler switch', (context) => withPage(context, catalogue(context), {}, async (page) => {
	const all = await visible(page);
	await page.fill('#q', 'square root');
	assert.ok((await visible(page)).includes('compare-squares'));
	assert.ok((await visible(page)).length < all.length);
	await page.fill('#q', '-floop-interchange');
	assert.deepStrictEqual(await visible(page), ['loop-interchange']);
	assert.strictEqual(await page.textContent('#count'), '1 suggestion');
	await page.fill('#q', 'no such word anywhere');
	assert.deepStrictEqual(await visible(page), []);
	assert.strictEqual(await page.locator('[data-group]:visible').count(), 0);
	await page.fill('#q', '');
	assert.deepStrictEqual(await visible(page), all);
}));

test('search finds whole words, and what people call a thing', (context) => withPage(context, catalogue(context), {}, async (page) => {
	for (const [query, id] of [['false sharing', 'pad-per-thread-data'], ['load imbalance', 'balance-work'],
		['vectorization', 'vectorise-loop'], ['tiling', 'tile-for-pages'], ['hugepages', 'huge-pages'],
		['column major', 'copy-column'], ['i/o', 'open-once'], ['swap loops', 'loop-interchange'],
		['binding', 'bind-threads'], ['Row  Major', 'pad-arrays']]) {
		await page.fill('#q', query);
		const got = await visible(page);
		assert.ok(got.includes(id), `${query}: ${got}`);
		assert.ok(got.length < 40, `${query}: ${got.length} hits`);
	}
	/* not "compile", "block", "expect", "power" */
	for (const word of ['mpi', 'lock', 'exp', 'pow']) {
		await page.fill('#q', word);
		const texts = await page.$$eval('[data-s]', (l) => l.filter((e) => e.checkVisibility())
			.map((e) => `${e.dataset.s} ${e.textContent}`.toLowerCase()));
		for (const text of texts)
			assert.ok(new RegExp(`(^|[^a-z0-9])${word}s?([^a-z0-9]|$)`).test(text), `${word}: ${text}`);
	}
}));

test('the start page says what it is, how to get it, what it answers', (context) => withPage(context, start(context), {}, async (page) => {
	const text = await page.textContent('main');
	for (const word of ['perfexpert-run ./app args', 'perfexpert app.db', '$ perfexpert mmm.db', 'at mmm.c:17 in matrixproduct',
		'make install', 'upper bound by category'])
		assert.ok(text.includes(word), word);
	const heads = await page.$$eval('h2', (l) => l.map((e) => e.id));
	assert.deepStrictEqual(heads, ['answer', 'install', 'symptoms', 'read', 'machines']);
	/* what it looks like comes before all explanations, and leads to a whole report */
	await page.click('a[href="report.html"]');
	await page.waitForURL(/report\.html$/);
	assert.ok((await page.textContent('main')).includes('c[i][j] += a[i][k] * b[k][j];'));
}));

test('each symptom leads to some suggestions, not to all', async (context) => {
	const links = await withPage(context, start(context), {}, (page) => page.$$eval('.symptoms a', (l) => l.map((e) => new URL(e.href).hash)));
	assert.ok(links.length > 8);
	await withPage(context, catalogue(context), {}, async (page) => {
		for (const hash of links) {
			await page.evaluate((h) => new Promise((done) => {
				addEventListener('hashchange', done, { once: true });
				location.hash = h;
			}), hash);
			const got = await visible(page);
			assert.ok(got.length > 1 && got.length < 50, `${hash}: ${got.length}`);
		}
	});
});

test('cards have the measured gain and sort by it', (context) => withPage(context, catalogue(context), {}, async (page) => {
	const before = await visible(page);
	await page.selectOption('#sort', 'gain');
	const gains = await page.$$eval('[data-s]', (l) => l.filter((e) => e.checkVisibility()).map((e) => Number(e.dataset.g) || 0));
	assert.ok(gains.length === before.length && gains[0] > 10);
	assert.deepStrictEqual(gains, Array.from(gains).sort((a, b) => b - a));
	assert.match(await page.locator('[data-id="loop-interchange"]').textContent(), /[0-9.]+x\szen[45]/);
	assert.ok((await page.evaluate(() => location.hash)).includes('sort=gain'));
	await page.selectOption('#category', 'floating_point');
	assert.ok((await visible(page)).length < before.length);
	await page.selectOption('#category', '');
	await page.selectOption('#sort', '');
	assert.deepStrictEqual(await visible(page), before);
}));

test('a filter is in the address, and read from it', (context) => withPage(context, catalogue(context), {}, async (page) => {
	const address = () => page.evaluate(() => location.href);
	await page.fill('#q', 'square root & more');
	assert.ok((await address()).endsWith('#q=square%20root%20%26%20more'), await address());
	await page.fill('#q', '');
	assert.ok(!(await address()).includes('#'), await address());
	await page.evaluate(() => { location.hash = '#q=tiling&language=C&category=%'; });
	await page.waitForFunction(() => document.getElementById('q').value === 'tiling');
	const few = await visible(page);
	assert.ok(few.length > 0 && few.length < 20, `${few}`);
	assert.strictEqual(await page.inputValue('#language'), 'C');
}));

test('filters narrow the list down', (context) => withPage(context, catalogue(context), {}, async (page) => {
	const all = await visible(page);
	await page.selectOption('#category', 'floating_point');
	const fp = await visible(page);
	assert.ok(fp.includes('reciprocal') && !fp.includes('loop-interchange'));
	await page.selectOption('#category', '');
	await page.selectOption('#compiler', 'nvidia');
	const nvidia = await visible(page);
	assert.ok(nvidia.length > 0 && nvidia.length < all.length && nvidia.includes('loop-interchange'));
	await page.selectOption('#compiler', '');
	await page.selectOption('#language', 'C');
	assert.ok((await visible(page)).includes('loop-interchange'));
	assert.strictEqual(await page.locator('#only').isVisible(), false);
}));

test('only what my report found', (context) => withPage(context, catalogue(context), { hash: '#found=loop-interchange,reciprocal' }, async (page) => {
	assert.deepStrictEqual((await visible(page)).sort(), ['loop-interchange', 'reciprocal']);
	await page.uncheck('#found');
	assert.ok((await visible(page)).length > 10);
}));

test('what a hostile address asks for is not taken', (context) => withPage(context, catalogue(context),
	{ hash: '#found=<img src=x onerror=alert(1)>,"]' }, async (page) => {
		assert.strictEqual(await page.locator('img').count(), 0);
		assert.ok((await visible(page)).length > 10);
	}));

test('without JavaScript all is there and no dead control', (context) => withPage(context, catalogue(context), { javascript: false }, async (page) => {
	assert.strictEqual(await page.locator('form:visible, input:visible, select:visible').count(), 0);
	const links = await page.locator('.cards a:visible').count();
	assert.strictEqual(links, context.perfexpert(['--list-suggestions']).split('\n').filter(Boolean).length);
}));

test('a category page says what it must of each suggestion', (context) => withPage(context,
	path.join(context.site, 'data-accesses.html'), { hash: '#loop-interchange' }, async (page) => {
		const a = page.locator('#loop-interchange');
		const text = await a.textContent();
		for (const word of ['What to do', 'Before', 'After', 'What was measured', 'times as fast', 'How a report finds it',
			'Of the example, a report says', 'Switches', 'When not to', 'Source', '-floop-interchange', 'Fujitsu'])
			assert.ok(text.includes(word), word);
		assert.ok(await a.locator('pre b').count() > 0, 'highlighted');
		assert.ok(!text.includes('show: begin') && !text.includes('#include'), 'cut');
		const [before, after] = await a.locator('pre').evaluateAll((l) => l.map((e) => e.getBoundingClientRect().top));
		assert.ok(Math.abs(before - after) < 2, 'side by side');
		assert.ok(await a.evaluate((e) => Math.abs(e.getBoundingClientRect().top) < 100), 'the anchor is on top');
	}));

test('a machine page shows parameters, sources and formulas', (context) => withPage(context,
	path.join(context.site, 'machine-a64fx.html'), {}, async (page) => {
		const text = await page.textContent('main');
		for (const word of ['Mem_lat', 'TOT_CYC / TOT_INS', 'L1_DCA * L1_dlat / TOT_INS', 'Mem_lat / TOT_INS', 'L1 data', 'vector operations'])
			assert.ok(text.includes(word), word);
		assert.strictEqual(await page.locator('table').first().locator('tr td:nth-child(4):empty').count(), 0);
	}));

test('nothing is wider than a phone', async (context) => {
	for (const { name, width } of (await survey(context)).values())
		assert.ok(width <= NARROW.width, `${name}: ${width} px`);
});

/* Words of cells that stand on two lines, a part on each */
const cutWords = () => Array.from(document.querySelectorAll('td, th')).flatMap((cell) => {
	const found = [], walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
	for (let text = walk.nextNode(); text; text = walk.nextNode())
		for (const word of text.data.matchAll(/\w{1,20}/g)) {
			const range = document.createRange();
			range.setStart(text, word.index);
			range.setEnd(text, word.index + word[0].length);
			if (new Set(Array.from(range.getClientRects(), (r) => Math.round(r.top))).size > 1)
				found.push(word[0]);
		}
	return found;
});

test('no table cuts words, on a desk and on a phone', async (context) => {
	for (const name of ['machine-zen4.html', 'data-accesses.html', 'build.html'])
		for (const viewport of [WIDE, NARROW])
			await withPage(context, path.join(context.site, name), { viewport }, async (page) =>
				assert.deepStrictEqual(await page.evaluate(cutWords), [], `${name}, ${viewport.width} px`));
});

test('the keyboard alone reaches everything', (context) => withPage(context, catalogue(context), {}, async (page) => {
	const want = await page.$$eval('a[href], input, select, summary, [tabindex="0"]', (l) => l.filter((e) => e.checkVisibility()).length);
	await page.keyboard.press('Tab');
	assert.strictEqual(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
	let seen = 1, outlined = true;
	for (; seen < want + 5; seen++) {
		await page.keyboard.press('Tab');
		const at = await page.evaluate(() => ({ body: document.activeElement === document.body,
			outline: getComputedStyle(document.activeElement).outlineStyle !== 'none' }));
		if (at.body)
			break;
		outlined = outlined && at.outline;
	}
	assert.strictEqual(seen, want);
	assert.ok(outlined, 'focus can be seen');
}));

test('pages weigh little: bytes and elements', async (context) => {
	const pages = Array.from((await survey(context)).values())
		.filter(({ name }) => sitePages(context).some((f) => path.basename(f) === name) && !/^machine-/.test(name));
	assert.ok(pages.length > 10);
	for (const { name, bytes, elements } of pages)
		assert.ok(bytes < 200000 && elements < 5000, `${name}: ${bytes} bytes, ${elements} elements`);
});
