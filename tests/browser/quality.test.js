'use strict';
/* Accessibility by axe, validity by html-validate, on every page. */
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { test } = require('./harness');
const { sitePages } = require('./pages');
const { survey } = require('./survey');

for (const [name, how] of [['light, wide', /^wide/], ['light, narrow', /^narrow/], ['colours of the dark scheme', /^dark/]])
	test(`axe finds nothing, ${name}`, async (context) => {
		const wrong = [];
		for (const { name: page, axe } of (await survey(context)).values())
			wrong.push(...(axe || []).filter((v) => how.test(v)).map((v) => `${page}: ${v}`));
		assert.strictEqual(wrong.length, 0, wrong.join('\n'));
		assert.ok(context.kinds > 100, `${context.kinds} kinds of elements`);
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
