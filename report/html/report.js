"use strict";
(function () {
var form = document.getElementById("filter");
if (form) {
	var items = Array.prototype.slice.call(document.querySelectorAll("article[data-r]"));
	var keys = items.map(function (e) {
		var text = Array.prototype.map.call(e.querySelectorAll("h3, .place, .advice a"), function (t) {
			return t.textContent;
		});
		return { e: e, q: text.join(" ").toLowerCase(), r: e.dataset.r, n: +e.dataset.n, w: "w" in e.dataset };
	});
	var q = document.getElementById("q"), category = document.getElementById("category");
	var advised = document.getElementById("advised"), doubtful = document.getElementById("doubtful");
	var count = document.getElementById("count");
	var apply = function () {
		var words = q.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
		keys.forEach(function (k) {
			var ok = words.every(function (w) { return k.q.includes(w); })
				&& (!category.value || +k.r[category.value] >= 2)
				&& (!advised.checked || k.n > 0) && (!doubtful.checked || k.w);
			if (k.e.hidden === ok)
				k.e.hidden = !ok;
			shown += ok;
		});
		count.textContent = shown === keys.length ? keys.length + " sections" : shown + " of " + keys.length + " sections";
	};
	form.hidden = false;
	form.addEventListener("input", apply);
	form.addEventListener("submit", function (e) { e.preventDefault(); });
	/* a link to a section that the filter hides shows all again */
	window.addEventListener("hashchange", function () {
		var to = document.getElementById(location.hash.slice(1));
		if (to && to.hidden) {
			form.reset();
			apply();
			to.scrollIntoView();
		}
	});
	apply();
}
/* heads of the table sort it: by number where there is one, else by name */
Array.prototype.forEach.call(document.querySelectorAll(".sections thead th"), function (th, column) {
	var button = document.createElement("button");
	button.type = "button";
	button.textContent = th.textContent;
	th.replaceChildren(button);
	button.addEventListener("click", function () {
		var table = th.closest("table"), body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
		var up = th.getAttribute("aria-sort") ? th.getAttribute("aria-sort") === "descending" : !th.classList.contains("n");
		var numeric = th.classList.contains("n");
		var keys = rows.map(function (row) {
			var text = row.cells[column].textContent;
			return { row: row, key: numeric ? parseFloat(text) : text };
		});
		keys.sort(function (a, b) {
			if (!numeric)
				return (up ? 1 : -1) * a.key.localeCompare(b.key);
			return isNaN(a.key) || isNaN(b.key) ? isNaN(a.key) - isNaN(b.key) : (up ? 1 : -1) * (a.key - b.key);
		});
		table.querySelectorAll("[aria-sort]").forEach(function (e) { e.removeAttribute("aria-sort"); });
		th.setAttribute("aria-sort", up ? "ascending" : "descending");
		table.classList.add("sorted");
		body.append.apply(body, keys.map(function (k) { return k.row; }));
	});
});
}());
