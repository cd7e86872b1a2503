"use strict";
(function () {
var found = [];
var match = /[#&]found=([A-Za-z0-9_,-]*)/.exec(location.hash);
if (match)
	found = match[1].split(",").filter(Boolean);
Array.prototype.forEach.call(document.querySelectorAll("[data-id], article[id]"), function (e) {
	if (found.includes(e.dataset.id || e.id))
		(e.querySelector("h3") || e).classList.add("found");
});
/* the list that was filtered by a report stays so from page to page */
var form = document.getElementById("filter");
if (!form)
	return;
var items = Array.prototype.map.call(document.querySelectorAll("[data-s]"), function (e) {
	return { e: e, s: (e.dataset.s + " " + e.textContent).toLowerCase(), c: e.dataset.c, l: " " + e.dataset.l + " ", k: " " + e.dataset.k + " ", id: e.dataset.id };
});
var groups = document.querySelectorAll("[data-group]");
var get = function (id) { return document.getElementById(id); };
var q = get("q"), category = get("category"), language = get("language"), compiler = get("compiler");
var only = get("found"), count = get("count"), label = get("only");
var apply = function () {
	var words = q.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
	items.forEach(function (k) {
		var ok = words.every(function (w) { return k.s.includes(w); })
			&& (!category.value || k.c === category.value)
			&& (!language.value || k.l.includes(" " + language.value + " "))
			&& (!compiler.value || k.k.includes(" " + compiler.value + " "))
			&& (!only.checked || found.includes(k.id));
		k.e.hidden = !ok;
		shown += ok;
	});
	Array.prototype.forEach.call(groups, function (g) {
		g.hidden = !g.querySelector("[data-s]:not([hidden])");
	});
	count.textContent = shown + (shown === 1 ? " suggestion" : " suggestions");
};
if (found.length) {
	label.hidden = false;
	only.checked = true;
}
form.hidden = false;
form.addEventListener("input", apply);
form.addEventListener("submit", function (e) { e.preventDefault(); });
apply();
}());
