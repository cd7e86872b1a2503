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
/* what people type: the words that the texts have for it */
var synonyms = [
	["load imbalance", "balance", "share work evenly"], ["imbalance", "balance", "share work evenly"],
	["false sharing", "separate cache lines"],
	["vectorization", "vectorise"], ["vectorize", "vectorise"], ["vectorized", "vectorise"],
	["hugepages", "huge pages"], ["hugepage", "huge pages"], ["tiling", "tile", "tiles"],
	["column major", "columns", "column"], ["row major", "rows", "row"],
	["branch misprediction", "mispredicted", "guessed", "predicted"], ["swap loops", "exchange the loops"],
	["i/o", "file", "files", "scanf"], ["binding", "bind"], ["pinning", "bind"], ["icache", "code cache", "instruction cache"],
	["hyperthreading", "fewer threads"], ["devirtualization", "devirtualise"]
];
var plain = function (s) { return s.toLowerCase().replace(/\s+/g, " ").trim(); };
/* A word alone, or what begins with one that is long; anything else as it is typed */
var has = function (text, w) {
	var at = -1;
	if (!/^[a-z0-9 ]+$/.test(w))
		return text.includes(w);
	while ((at = text.indexOf(w, at + 1)) >= 0) {
		if (/[a-z0-9]/.test(text.charAt(at - 1)))
			continue;
		if (w.length > 4 || !/[a-z0-9]/.test(text.charAt(at + w.length)) || /^s\b/.test(text.slice(at + w.length)))
			return true;
	}
	return false;
};
/* Terms that all have to be there, each one of several */
var terms = function (query) {
	var list = [];
	query = " " + plain(query) + " ";
	synonyms.forEach(function (one) {
		var at = query.indexOf(" " + one[0] + " ");
		if (at < 0)
			return;
		list.push(one);
		query = query.slice(0, at) + query.slice(at + one[0].length + 1);
	});
	query.split(" ").filter(Boolean).forEach(function (w) { list.push([w]); });
	return list;
};
var items = Array.prototype.map.call(document.querySelectorAll("[data-s]"), function (e) {
	return { e: e, s: plain(e.dataset.s + " " + e.textContent), c: e.dataset.c, l: " " + e.dataset.l + " ", k: " " + e.dataset.k + " ", id: e.dataset.id,
		g: Number(e.dataset.g) || 0, home: e.parentNode };
});
var groups = document.querySelectorAll("[data-group]");
var get = function (id) { return document.getElementById(id); };
var q = get("q"), category = get("category"), language = get("language"), compiler = get("compiler"), sort = get("sort");
var only = get("found"), count = get("count"), label = get("only");
/* One list, the largest gain first; or each in its own, as they were */
var best = document.createElement("ul");
best.className = "cards";
form.parentNode.insertBefore(best, form.nextSibling);
var order = function () {
	var gain = sort.value === "gain";
	(gain ? items.slice().sort(function (a, b) { return b.g - a.g; }) : items).forEach(function (k) {
		(gain ? best : k.home).appendChild(k.e);
	});
	best.hidden = !gain;
};
var apply = function () {
	order();
	var wanted = terms(q.value), shown = 0;
	items.forEach(function (k) {
		var ok = wanted.every(function (t) { return t.some(function (w) { return has(k.s, w); }); })
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
/* the filter is in the address, so that a search can be sent */
var fields = { q: q, category: category, language: language, compiler: compiler, sort: sort };
var read = function () {
	Object.keys(fields).forEach(function (name) { fields[name].value = ""; });
	location.hash.slice(1).split("&").forEach(function (part) {
		var at = part.indexOf("="), field = fields[part.slice(0, at)];
		try {
			if (field && at > 0)
				field.value = decodeURIComponent(part.slice(at + 1));
		} catch (e) { /* not of ours */ }
	});
};
var write = function () {
	var parts = match ? [match[0].slice(1)] : [];
	Object.keys(fields).forEach(function (name) {
		if (fields[name].value)
			parts.push(name + "=" + encodeURIComponent(fields[name].value));
	});
	history.replaceState(null, "", parts.length ? "#" + parts.join("&") : location.pathname + location.search);
};
if (found.length) {
	label.hidden = false;
	only.checked = true;
}
read();
form.hidden = false;
form.addEventListener("input", function () { apply(); write(); });
window.addEventListener("hashchange", function () { read(); apply(); });
form.addEventListener("submit", function (e) { e.preventDefault(); });
apply();
}());
