// Two versions beside each other: what went, what came, and the lines around it.

import { count } from "../../../format.js";
import { h, hidden } from "../../../dom.js";
import { diff, folded } from "./diff.js";

const SIGNS = { gone: ["−", "gone"], come: ["+", "new"], same: ["", ""] };
const linesOf = (text) => (text ? text.split("\n") : []);

function row(line) {
  if (line.is === "skipped") return h("tr", { class: "skipped" }, h("td", { colspan: "4" }, count(line.lines, "equal line")));
  const [sign, said] = SIGNS[line.is];
  return h("tr", { class: line.is }, h("td", { class: "no" }, line.left), h("td", { class: "no" }, line.right),
    h("td", { class: "sign" }, sign && h("span", { "aria-hidden": "true" }, sign), said && hidden(said)),
    h("td", { class: "line" }, line.line));
}

/** How much two texts differ: "3 lines new, 1 gone". */
export function extent(before, after) {
  const lines = diff(linesOf(before), linesOf(after));
  const many = (kind) => lines.filter(({ is }) => is === kind).length;
  return many("come") + many("gone") ? `${count(many("come"), "line")} new, ${many("gone")} gone` : "no line differs";
}

/** A table of the lines of both. */
export function comparison(caption, before, after) {
  const lines = diff(linesOf(before), linesOf(after));
  if (lines.every(({ is }) => is === "same")) return h("p", { class: "soft same-text" }, "They are the same.");
  return h("div", { class: "scroll diff", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {}, h("caption", { class: "unseen" }, caption),
      h("thead", { class: "unseen" }, h("tr", {}, ["Line before", "Line after", "Change", "Text"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, folded(lines).map(row))));
}
