// A table of data: a caption for those who hear it, headings, cells; wide ones scroll by themselves.

import { h } from "../dom.js";

/**
 * `columns`: [{ name, cell(row), number?, head? }]; `number` is set to the right, `head` names its row.
 * `cell` gives text or nodes; null is an empty cell. `given`: attributes of a row, from the row.
 */
export function table(caption, columns, rows, given = () => ({})) {
  const cells = (row) => columns.map(({ cell, number, head }) =>
    h(head ? "th" : "td", { scope: head ? "row" : null, class: number ? "number" : null }, cell(row) ?? ""));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {}, h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, columns.map(({ name, number }) =>
        h("th", { scope: "col", class: number ? "number" : null }, name)))),
      h("tbody", {}, rows.map((row) => h("tr", given(row), cells(row))))));
}
