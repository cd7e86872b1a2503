'use strict';
/* Accessibility by axe, validity by html-validate, on every page. */
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { test } = require('./harness');
const { withPage, sitePages, WIDE, NARROW } = require('./pages');

const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/* what a dark scheme can change */
const COLOURS = ['color-contrast', 'link-in-text-block'];

async function violations(page, rules) {
	const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
	await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
	await page.evaluate(axe);
	const result = await page.evaluate((o) => window.axe.run(document, o), options);
	return result.violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`);
}

for (const [name, options, rules] of [
	['light, wide', { scheme: 'light', viewport: WIDE }],
	['light, narrow', { scheme: 'light', viewport: NARROW }],
	['colours of the dark scheme', { scheme: 'dark', viewport: WIDE }, COLOURS]])
	test(`axe finds nothing, ${name}`, async (context) => {
		const machines = sitePages(context).filter((f) => /machine-/.test(f));
		const pages = [...sitePages(context).filter((f) => !/machine-/.test(f)), ...machines.slice(0, 2),
			...context.reports.filter((f) => !/large/.test(f))];
		const wrong = [];
		for (const file of pages)
			await withPage(context, file, options, async (page) => {
				for (const v of await violations(page, rules))
					wrong.push(`${path.basename(file)}: ${v}`);
				page.trouble.length = 0;
			});
		assert.strictEqual(wrong.length, 0, wrong.join('\n'));
	});

test('the HTML is valid', async (context) => {
	const { HtmlValidate, StaticConfigLoader } = require('html-validate');
	const html = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ['html-validate:standard'],
		rules: { 'no-inline-style': 'error', 'require-sri': 'off', 'long-title': 'off' } }));
	const wrong = [];
	for (const file of [...sitePages(context), ...context.reports]) {
		const report = await html.validateString(fs.readFileSync(file, 'utf8'), file);
		for (const r of report.results)
			for (const m of r.messages.slice(0, 5))
				wrong.push(`${path.basename(file)}:${m.line}: ${m.ruleId}: ${m.message}`);
	}
	assert.strictEqual(wrong.length, 0, wrong.slice(0, 20).join('\n'));
});
